/**
 * reorder_3_bad … reorder_20_bad of SCTBench's CS family. All but one thread set a and then b; the last one checks that
 * both are as at first or both set. Bug: it can come in between.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (mem: Mem) => ({ lock: mem.mutex('lock'), a: mem.int32('a', 1), b: mem.int32('b', 1) })
type Pair = ReturnType<typeof shared>

function setBoth(s: Pair): void {
  s.a[0] = 1
  s.b[0] = -1
}

function checkBoth(s: Pair): void {
  const isConsistent = (s.a[0] === 0 && s.b[0] === 0) || (s.a[0] === 1 && s.b[0] === -1)
  assert.ok(isConsistent) // BUG
}

function locked(body: (s: Pair) => void) {
  return (s: Pair): void => {
    s.lock.lock()
    body(s)
    s.lock.unlock()
  }
}

/** `n` is the number of threads. */
export function make({ fixed = false, n = 3 }: Variant = {}): Program {
  const [set, check] = fixed ? [locked(setBoth), locked(checkBoth)] : [setBoth, checkBoth]
  return program({
    name: `reorder(${n})`,
    shared,
    threads: [...Array.from({ length: n - 1 }, () => set), check],
  })
}

export default make()
