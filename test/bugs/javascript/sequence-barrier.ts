/**
 * The barrier of the package parlib-simple, before its issue 30. The last one to arrive sets the counter back, goes on
 * to the next number and wakes the others, who wait as long as the number is what it was when they came. Bug: they do
 * not look at the number again when they are woken. Who did not sleep at all may have come to the next round by then,
 * and is woken from that.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const rounds = 2

const shared = (agents: number) => (mem: Mem) => ({
  counter: mem.int32('counter', [agents]),
  sequence: mem.int32('sequence', 1),
  /** In which round each agent is. */
  round: mem.int32('round', agents),
})
type Barrier = ReturnType<ReturnType<typeof shared>>

function enter(s: Barrier, agents: number, fixed: boolean): void {
  const sequence = Atomics.load(s.sequence, 0)
  if (Atomics.sub(s.counter, 0, 1) === 1) {
    s.counter[0] = agents
    Atomics.store(s.sequence, 0, sequence + 1)
    Atomics.notify(s.sequence, 0, agents - 1)
  } else if (fixed) {
    while (Atomics.load(s.sequence, 0) === sequence) Atomics.wait(s.sequence, 0, sequence)
  } else Atomics.wait(s.sequence, 0, sequence)
}

function work(agent: number, agents: number, fixed: boolean) {
  return (s: Barrier): void => {
    for (let round = 1; round <= rounds; round++) {
      Atomics.store(s.round, agent, round)
      enter(s, agents, fixed)
      const others = Array.from({ length: agents }, (_, other) => Atomics.load(s.round, other))
      const isOver = others.every((reached) => reached >= round)
      assert.ok(isOver, `round ${round} ended while some were in ${others}`) // BUG
    }
  }
}

/** `n` is the number of agents. */
export function make({ fixed = false, n = 3 }: Variant = {}): Program {
  return program({
    name: `sequence barrier(${n})`,
    shared: shared(n),
    threads: Array.from({ length: n }, (_, agent) => work(agent, n, fixed)),
  })
}

export default make()
