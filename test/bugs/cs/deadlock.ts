/**
 * deadlock01_bad of SCTBench's CS family.
 * Bug: two threads take two locks in opposite order.
 */
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

type Mutex = ReturnType<Mem['mutex']>

const shared = (mem: Mem) => ({ a: mem.mutex('a'), b: mem.mutex('b'), counter: mem.int32('counter', [1]) })

function add(counter: Int32Array, amount: number, outer: Mutex, inner: Mutex): void {
  outer.lock()
  inner.lock() // BUG
  counter[0]! += amount
  inner.unlock()
  outer.unlock()
}

export function make({ fixed = false }: Variant = {}): Program {
  return program({
    name: 'deadlock',
    shared,
    threads: {
      up: (s) => add(s.counter, 1, s.a, s.b),
      down: (s) => (fixed ? add(s.counter, -1, s.a, s.b) : add(s.counter, -1, s.b, s.a)),
    },
  })
}

export default make()
