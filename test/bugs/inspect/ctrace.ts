/**
 * ctrace-test of SCTBench's inspect examples; the tracing library CTrace. The main thread prints through its record in
 * a table of threads, under a lock for readers. Bug: another thread ends the library, which frees the records without
 * asking whether somebody uses them.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (mem: Mem) => ({
  enabled: mem.int32('enabled', [1]),
  /** The main thread's record: whether the table has it, whether it was freed, how many lines came through it. */
  known: mem.int32('known', [1]),
  freed: mem.int32('freed', 1),
  lines: mem.int32('lines', 1),
  readersMutex: mem.mutex('readersMutex'),
  readers: mem.int32('readers', 1),
  table: mem.semaphore('table', 1),
})
type Library = ReturnType<typeof shared>

function enterReader(s: Library): void {
  s.readersMutex.lock()
  if (s.readers[0] === 0) s.table.acquire()
  s.readers[0]!++
  s.readersMutex.unlock()
}

function leaveReader(s: Library): void {
  s.readersMutex.lock()
  s.readers[0]!--
  if (s.readers[0] === 0) s.table.release()
  s.readersMutex.unlock()
}

function trace(s: Library): void {
  if (s.enabled[0] === 0) return
  enterReader(s)
  if (s.known[0] === 1) {
    assert.equal(s.freed[0], 0, 'the record has been freed') // BUG
    s.lines[0]!++
  }
  leaveReader(s)
}

function end(s: Library, fixed: boolean): void {
  s.enabled[0] = 0
  if (fixed) {
    s.table.acquire()
    s.known[0] = 0
  }
  s.freed[0] = 1
  if (fixed) s.table.release()
}

export function make({ fixed = false }: Variant = {}): Program {
  return program({
    name: 'ctrace',
    shared,
    threads: {
      main(s) {
        trace(s)
        trace(s)
      },
      ending: (s) => end(s, fixed),
      idle: () => {
        /* does so only if asked for */
      },
    },
  })
}

export default make()
