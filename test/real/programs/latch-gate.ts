import assert from 'node:assert/strict'
import { program, type Mem } from '../../../src/index.ts'

const shared = (mem: Mem) => ({
  ready: mem.latch('ready', 4),
  work: mem.int32('work', 2),
  order: mem.int32('order', 3),
})
type S = ReturnType<typeof shared>

const worker = (s: S, self: { id: number }): void => {
  s.ready.countDown()
  Atomics.wait(s.order, 2, self.id, 0.1) // one of them is late, sometimes
  s.work[self.id] = self.id + 1
  s.order[Atomics.add(s.order, 2, 1)] = self.id
  s.ready.countDown()
}
const reader = (s: S): void => {
  Atomics.wait(s.order, 2, 0, 0.1)
  s.ready.wait()
  assert.deepEqual([...s.work], [1, 2])
}

export default program({
  name: 'latch gate',
  shared,
  threads: [worker, worker, reader, reader],
  outcome: (s) => [...s.order],
})
