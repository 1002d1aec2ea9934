/**
 * streamcluster3 of SCTBench's PARSEC family, reduced to the part that finds a bound for the costs. Each thread puts
 * its part into an array that the master has allocated; after a barrier each sums up all parts. Bug: the master frees
 * the array when it has its own sum, though others may still read from it.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (threads: number) => (mem: Mem) => ({
  barrier: mem.barrier('barrier', threads),
  parts: mem.int32('parts', threads),
  /** 0 as long as there is no array, and once it was freed. */
  allocated: mem.int32('allocated', 1),
})
type Costs = ReturnType<ReturnType<typeof shared>>

function partAt(s: Costs, thread: number): number {
  assert.equal(s.allocated[0], 1, 'the array has been freed') // BUG
  return s.parts[thread]!
}

function sumUp(thread: number, threads: number, fixed: boolean) {
  return (s: Costs): number => {
    if (thread === 0) s.allocated[0] = 1
    s.barrier.wait()
    s.parts[thread] = thread + 1
    s.barrier.wait()
    let sum = 0
    for (let i = 0; i < threads; i++) sum += partAt(s, i)
    if (fixed) s.barrier.wait()
    if (thread === 0) s.allocated[0] = 0
    return sum
  }
}

/** `n` is the number of threads. */
export function make({ fixed = false, n = 4 }: Variant = {}): Program {
  return program({
    name: `streamcluster3(${n})`,
    shared: shared(n),
    threads: Array.from({ length: n }, (_, thread) => sumUp(thread, n, fixed)),
  })
}

export default make()
