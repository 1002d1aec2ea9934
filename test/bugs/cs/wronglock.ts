/**
 * wronglock_bad and wronglock_3_bad of SCTBench's CS family. One thread increments a number under a lock and checks
 * that nobody else did meanwhile. Bug: the others increment it under another lock.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (mem: Mem) => ({
  dataLock: mem.mutex('dataLock'),
  otherLock: mem.mutex('otherLock'),
  data: mem.int32('data', 1),
})
type Data = ReturnType<typeof shared>

function check(s: Data): void {
  s.dataLock.lock()
  const before = s.data[0]!
  s.data[0]!++
  assert.equal(s.data[0], before + 1) // BUG
  s.dataLock.unlock()
}

function increment(fixed: boolean) {
  return (s: Data): void => {
    const lock = fixed ? s.dataLock : s.otherLock
    lock.lock()
    s.data[0]!++
    lock.unlock()
  }
}

/** `n` is the number of threads with the wrong lock. */
export function make({ fixed = false, n = 3 }: Variant = {}): Program {
  return program({
    name: `wronglock(${n})`,
    shared,
    threads: [check, ...Array.from({ length: n }, () => increment(fixed))],
  })
}

export default make()
