/**
 * Treiber's lock-free stack on typed arrays, without a guard against ABA: `pop` reads the top and its successor, and a
 * compare-and-exchange succeeds if the top is the same again, though the successor may have been popped meanwhile.
 */
import assert from 'node:assert/strict'
import { type Mem, program } from 'heddle'

const empty = -1

const shared = (mem: Mem) => ({
  /** Which node is on top: at first node 0, and below it node 1. */
  top: mem.int32('top', [0]),
  next: mem.int32('next', [1, empty]),
  /** How many threads hold each node. */
  held: mem.int32('held', [0, 0]),
})
type Stack = ReturnType<typeof shared>

function pop(s: Stack): number {
  for (;;) {
    const node = Atomics.load(s.top, 0)
    if (node === empty) return empty
    const next = Atomics.load(s.next, node)
    if (Atomics.compareExchange(s.top, 0, node, next) === node) {
      assert.equal(Atomics.add(s.held, node, 1), 0, `node ${node} was popped twice`)
      return node
    }
  }
}

function push(s: Stack, node: number): void {
  Atomics.sub(s.held, node, 1)
  for (;;) {
    const top = Atomics.load(s.top, 0)
    Atomics.store(s.next, node, top)
    if (Atomics.compareExchange(s.top, 0, top, node) === top) return
  }
}

export default program({
  name: 'Treiber stack',
  shared,
  threads: {
    taker(s) {
      pop(s)
      pop(s)
    },
    mover(s) {
      const first = pop(s)
      const second = pop(s)
      if (first !== empty) push(s, first)
      return second
    },
  },
})
