import assert from 'node:assert/strict'
import { program, type Mem } from '../../../src/index.ts'

const shared = (mem: Mem) => ({
  lock: mem.mutex('lock'),
  changed: mem.condition('changed'),
  open: mem.int32('open', 1),
  order: mem.int32('order', 4),
})
type S = ReturnType<typeof shared>

function waiter(s: S, self: { id: number }): void {
  s.lock.lock()
  while (s.open[0] === 0) s.changed.wait(s.lock)
  s.order[s.order[3]!++] = self.id
  s.lock.unlock()
}

export default program({
  name: 'condition broadcast',
  shared,
  threads: [
    waiter,
    waiter,
    waiter,
    (s: S) => {
      s.lock.lock()
      s.open[0] = 1
      s.changed.notifyAll()
      s.lock.unlock()
    },
  ],
  outcome: (s) => [...s.order],
  after: (s) => assert.equal(s.order[3], 3),
})
