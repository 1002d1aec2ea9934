/** A queue with room for one item, guarded by a mutex and two condition variables: nothing is lost, nothing comes twice. */
import assert from 'node:assert/strict'
import { type Mem, program } from 'heddle'

const capacity = 1

const shared = (mem: Mem) => ({
  items: mem.int32('items', capacity),
  /** How many items are in the queue, where the next one goes, where the next one comes from. */
  state: mem.int32('state', 3),
  lock: mem.mutex('lock'),
  notEmpty: mem.condition('not empty'),
  notFull: mem.condition('not full'),
})
type Queue = ReturnType<typeof shared>

function put(q: Queue, item: number): void {
  q.lock.lock()
  while (q.state[0] === capacity) q.notFull.wait(q.lock)
  q.items[q.state[1]!] = item
  q.state[1] = (q.state[1]! + 1) % capacity
  q.state[0]!++
  q.notEmpty.notifyOne()
  q.lock.unlock()
}

function take(q: Queue): number {
  q.lock.lock()
  while (q.state[0] === 0) q.notEmpty.wait(q.lock)
  const item = q.items[q.state[2]!]!
  q.state[2] = (q.state[2]! + 1) % capacity
  q.state[0]!--
  q.notFull.notifyOne()
  q.lock.unlock()
  return item
}

export default program({
  name: 'bounded queue',
  shared,
  threads: {
    producer(q) {
      put(q, 1)
      put(q, 2)
    },
    first: (q) => take(q),
    second: (q) => take(q),
  },
  after: (q, { first, second }) => {
    assert.deepEqual([first, second].sort(), [1, 2])
    assert.equal(q.state[0], 0)
  },
  outcome: (_, { first, second }) => `${first} ${second}`,
})
