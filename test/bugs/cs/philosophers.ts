/**
 * din_phil2_sat … din_phil7_sat of SCTBench's CS family. Each philosopher takes both forks under one global lock, so
 * that they never starve, and then counts himself: without the lock up to four philosophers, with it from five on. Bug:
 * an assertion claims that not all of them finish. With seven, the global lock is taken again where it should be given
 * back.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (seats: number) => (mem: Mem) => ({
  atomic: mem.mutex('atomic'),
  forks: Array.from({ length: seats }, (_, seat) => mem.mutex(`fork ${seat}`)),
  finished: mem.int32('finished', 1),
})
type Table = ReturnType<ReturnType<typeof shared>>

function count(s: Table, most: number): void {
  s.finished[0]!++
  assert.ok(s.finished[0]! < most, 'all philosophers have finished') // BUG
}

function philosopher(seat: number, seats: number, fixed: boolean) {
  return (s: Table): void => {
    const [left, right] = [s.forks[seat]!, s.forks[(seat + 1) % seats]!]
    s.atomic.lock() // BUG
    right.lock()
    left.lock()
    left.unlock()
    right.unlock()
    if (seats === 7 && !fixed)
      s.atomic.lock() // BUG
    else s.atomic.unlock()
    if (seats >= 5) s.atomic.lock() // BUG
    count(s, fixed ? seats + 1 : seats)
    if (seats >= 5) s.atomic.unlock()
  }
}

/** `n` is the number of philosophers. */
export function make({ fixed = false, n = 2 }: Variant = {}): Program {
  return program({
    name: `philosophers(${n})`,
    shared: shared(n),
    threads: Array.from({ length: n }, (_, seat) => philosopher(seat, n, fixed)),
  })
}

export default make()
