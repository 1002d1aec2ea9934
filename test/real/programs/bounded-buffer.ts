import assert from 'node:assert/strict'
import { program, type Mem } from '../../../src/index.ts'

const ITEMS = 150
const SPACE = 2
const shared = (mem: Mem) => ({
  lock: mem.mutex('lock'),
  notFull: mem.condition('notFull'),
  notEmpty: mem.condition('notEmpty'),
  ring: mem.int32('ring', SPACE),
  head: mem.int32('head', 1),
  count: mem.int32('count', 1),
  takenBy: mem.uint8('takenBy', 2 * ITEMS + 1),
})
type S = ReturnType<typeof shared>

function produce(s: S, first: number): void {
  for (let i = 0; i < ITEMS; i++) {
    s.lock.lock()
    while (s.count[0] === SPACE) s.notFull.wait(s.lock)
    s.ring[(s.head[0]! + s.count[0]!) % SPACE] = first + i
    s.count[0]!++
    s.notEmpty.notifyOne()
    s.lock.unlock()
  }
}

function consume(s: S, self: { id: number }): number {
  for (let i = 0; i < ITEMS; i++) {
    s.lock.lock()
    while (s.count[0] === 0) s.notEmpty.wait(s.lock)
    const item = s.ring[s.head[0]!]!
    s.head[0] = (s.head[0]! + 1) % SPACE
    s.count[0]!--
    assert.equal(s.takenBy[item], 0)
    s.takenBy[item] = self.id
    // Notifying without the mutex is allowed too.
    s.lock.unlock()
    s.notFull.notifyOne()
  }
  return self.id
}

export default program({
  name: 'bounded buffer',
  shared,
  threads: [(s) => produce(s, 1), (s) => produce(s, ITEMS + 1), consume, consume],
  outcome: (s) => s.takenBy[1],
  after: (s) =>
    assert.ok(
      s.takenBy.subarray(1).every((id) => id >= 2),
      'an item was lost',
    ),
})
