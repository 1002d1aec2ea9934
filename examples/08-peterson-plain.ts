/**
 * Peterson's lock with plain accesses. With sequentially consistent memory, which exploration assumes, it is right; but its
 * accesses race, JavaScript promises no such memory to racing plain accesses, and real workers do lose increments.
 * `heddle check --races` reports it.
 */
import assert from 'node:assert/strict'
import { type Mem, program } from 'heddle'

const shared = (mem: Mem) => ({
  wants: mem.int32('wants', 2),
  turn: mem.int32('turn', 1),
  counter: mem.int32('counter', 1),
})

function increment(me: number) {
  return (s: ReturnType<typeof shared>): void => {
    const other = 1 - me
    s.wants[me] = 1
    s.turn[0] = other
    while (s.wants[other] === 1 && s.turn[0] === other) { /* the other one is inside */ }
    s.counter[0]!++
    s.wants[me] = 0
  }
}

export default program({
  name: 'Peterson, plain',
  shared,
  threads: [increment(0), increment(1)],
  after: (s) => assert.equal(s.counter[0], 2),
  outcome: (s) => s.counter[0],
})
