/**
 * arithmetic_prog_bad of SCTBench's CS family. A producer hands over one item at a time; the consumer adds up 0 to n.
 * Bug: the final check denies that the sum is n(n+1)/2, which it is in every schedule.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (mem: Mem) => ({
  lock: mem.mutex('lock'),
  empty: mem.condition('empty'),
  full: mem.condition('full'),
  items: mem.int32('items', 1),
  total: mem.int32('total', 1),
  finished: mem.int32('finished', 1),
})

/** `n` is the number of rounds. */
export function make({ fixed = false, n = 3 }: Variant = {}): Program {
  return program({
    name: `arithmetic progression(${n})`,
    shared,
    threads: {
      producer(s) {
        for (let i = 0; i < n; i++) {
          s.lock.lock()
          while (s.items[0]! > 0) s.empty.wait(s.lock)
          s.items[0]!++
          s.lock.unlock()
          s.full.notifyOne()
        }
      },
      consumer(s) {
        let j = 0
        for (; j < n; j++) {
          s.lock.lock()
          while (s.items[0] === 0) s.full.wait(s.lock)
          s.total[0]! += j
          s.items[0]!--
          s.lock.unlock()
          s.empty.notifyOne()
        }
        s.total[0]! += j
        s.finished[0] = 1
      },
    },
    after: (s) => {
      if (s.finished[0] !== 1) return
      const isSum = s.total[0] === (n * (n + 1)) / 2
      assert.equal(isSum, fixed) // BUG
    },
  })
}

export default make()
