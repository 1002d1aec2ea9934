/**
 * sync01_bad of SCTBench's CS family. A producer waits until the place is empty, a consumer until it is full.
 * Bug: the place is full at first, and the consumer takes nothing out: the producer waits for ever.
 */
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (mem: Mem) => ({
  lock: mem.mutex('lock'),
  empty: mem.condition('empty'),
  full: mem.condition('full'),
  items: mem.int32('items', [1]),
})

export function make({ fixed = false }: Variant = {}): Program {
  return program({
    name: 'sync01',
    shared,
    threads: {
      producer(s) {
        s.lock.lock()
        while (s.items[0]! > 0) s.empty.wait(s.lock) // BUG
        s.items[0]!++
        s.lock.unlock()
        s.full.notifyOne()
      },
      consumer(s) {
        s.lock.lock()
        while (s.items[0] === 0) s.full.wait(s.lock)
        if (fixed) s.items[0]!--
        s.lock.unlock()
        s.empty.notifyOne()
      },
    },
  })
}

export default make()
