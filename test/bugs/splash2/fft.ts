/**
 * fft of SCTBench's splash2 family, reduced to its synchronisation. The main thread starts another one, both go through
 * the same barriers, count themselves as finished, and the main thread checks that count. Bug: the macro that should
 * wait for the other thread is empty.
 */
import assert from 'node:assert/strict'
import { join, type Mem, type Program, program, spawn } from 'heddle'
import type { Variant } from '../variant.ts'

const threads = 2

const shared = (mem: Mem) => ({
  idLock: mem.mutex('idLock'),
  id: mem.int32('id', 1),
  start: mem.barrier('start', threads),
  finishedLock: mem.mutex('finishedLock'),
  finished: mem.int32('finished', 1),
})
type Global = ReturnType<typeof shared>

function transform(s: Global, barriers: number, fixed: boolean): void {
  s.idLock.lock()
  s.id[0]!++
  s.idLock.unlock()
  for (let i = 0; i < barriers; i++) s.start.wait()
  if (fixed) s.finishedLock.lock()
  s.finished[0]!++
  if (fixed) s.finishedLock.unlock()
}

/** `n` is the number of barriers. */
export function make({ fixed = false, n = 7 }: Variant = {}): Program {
  return program({
    name: `fft(${n})`,
    shared,
    threads: {
      main(s) {
        const other = spawn('other')
        transform(s, n, fixed)
        if (fixed) join(other)
        assert.equal(s.finished[0], threads) // BUG
      },
    },
    tasks: { other: (s: Global) => transform(s, n, fixed) },
  })
}

export default make()
