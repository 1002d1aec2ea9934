/**
 * sync02_bad of SCTBench's CS family. A producer puts two items into a place for one, a consumer takes two out.
 * Bug: two items are there at first, so that the consumer has enough of them and the producer waits for ever.
 */
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const rounds = 2

const shared = (items: number) => (mem: Mem) => ({
  lock: mem.mutex('lock'),
  empty: mem.condition('empty'),
  full: mem.condition('full'),
  items: mem.int32('items', [items]),
})

export function make({ fixed = false }: Variant = {}): Program {
  return program({
    name: 'sync02',
    shared: shared(fixed ? 0 : 2),
    threads: {
      producer(s) {
        for (let i = 0; i < rounds; i++) {
          s.lock.lock()
          while (s.items[0]! > 0) s.empty.wait(s.lock) // BUG
          s.items[0]!++
          s.lock.unlock()
          s.full.notifyOne()
        }
      },
      consumer(s) {
        for (let i = 0; i < rounds; i++) {
          s.lock.lock()
          while (s.items[0] === 0) s.full.wait(s.lock)
          s.items[0]!--
          s.lock.unlock()
          s.empty.notifyOne()
        }
      },
    },
  })
}

export default make()
