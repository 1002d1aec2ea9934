/**
 * token_ring_bad of SCTBench's CS family. Three threads each take over a neighbour's value, the first one increased,
 * under one lock. Bug: the values are the same only if they go round in order, which nothing ensures.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (mem: Mem) => ({
  atomic: mem.mutex('atomic'),
  passed: mem.condition('passed'),
  x: mem.int32('x', [1, 2, 1]),
  done: mem.int32('done', 3),
})
type Ring = ReturnType<typeof shared>

/** `take(s)` is the new value of thread `i`; in order, it comes after thread `i - 1`. */
function pass(i: number, inOrder: boolean, take: (s: Ring) => number) {
  return (s: Ring): void => {
    s.atomic.lock()
    while (inOrder && i > 0 && s.done[i - 1] === 0) s.passed.wait(s.atomic)
    s.x[i] = take(s)
    s.done[i] = 1
    if (inOrder) s.passed.notifyAll()
    s.atomic.unlock()
  }
}

export function make({ fixed = false }: Variant = {}): Program {
  return program({
    name: 'token ring',
    shared,
    threads: {
      first: pass(0, fixed, (s) => (s.x[2]! + 1) % 4),
      second: pass(1, fixed, (s) => s.x[0]!),
      third: pass(2, fixed, (s) => s.x[1]!),
      check(s) {
        s.atomic.lock()
        if (s.done[0] === 1 && s.done[1] === 1 && s.done[2] === 1) {
          assert.ok(s.x[0] === s.x[1] && s.x[1] === s.x[2]) // BUG
        }
        s.atomic.unlock()
      },
    },
  })
}

export default make()
