/**
 * streamcluster2 of SCTBench's PARSEC family, reduced to the part that opens centres. Each thread computes the costs of
 * its own points; then the master decides by the costs of all points which of them become centres. Bug: there is no
 * barrier in between, so that the master may read costs that are not computed yet.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const pointsOfEach = 2

const shared = (threads: number) => (mem: Mem) => ({
  barrier: mem.barrier('barrier', threads),
  cost: mem.int32('cost', threads * pointsOfEach),
  centres: mem.int32('centres', 1),
})
type Clustering = ReturnType<ReturnType<typeof shared>>

function cluster(thread: number, threads: number, fixed: boolean) {
  return (s: Clustering): void => {
    s.barrier.wait()
    for (let point = thread * pointsOfEach; point < (thread + 1) * pointsOfEach; point++) s.cost[point] = point
    if (fixed) s.barrier.wait()
    if (thread === 0) {
      s.centres[0] = 1
      for (let point = 1; point < threads * pointsOfEach; point++) if (s.cost[point]! > 0) s.centres[0]!++
    }
    s.barrier.wait()
    // All costs but that of point 0 are above 0, so that every point is a centre.
    assert.equal(s.centres[0], threads * pointsOfEach) // BUG
  }
}

/** `n` is the number of threads. */
export function make({ fixed = false, n = 4 }: Variant = {}): Program {
  return program({
    name: `streamcluster2(${n})`,
    shared: shared(n),
    threads: Array.from({ length: n }, (_, thread) => cluster(thread, n, fixed)),
  })
}

export default make()
