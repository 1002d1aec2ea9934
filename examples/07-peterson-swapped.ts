/** Peterson's lock with its two first steps swapped: both threads can get in, and an increment is lost. */
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
    Atomics.store(s.turn, 0, other)
    Atomics.store(s.wants, me, 1)
    while (Atomics.load(s.wants, other) === 1 && Atomics.load(s.turn, 0) === other) { /* the other one is inside */ }
    s.counter[0]!++
    Atomics.store(s.wants, me, 0)
  }
}

export default program({
  name: 'Peterson, steps swapped',
  shared,
  threads: [increment(0), increment(1)],
  after: (s) => assert.equal(s.counter[0], 2),
  outcome: (s) => s.counter[0],
})
