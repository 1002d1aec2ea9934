import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Execution } from '../../src/execution/execution.ts'
import type { Program } from '../../src/program/program.ts'
import { type Estimate, rangeOf } from '../../src/search/estimate-range.ts'
import { TreeEstimate } from '../../src/search/estimate.ts'
import { Explorer, type ReductionName } from '../../src/search/explorer.ts'
import { cinc, fibBench, inc, nWriters } from '../programs/counters.ts'
import { lastZero } from '../programs/last-zero.ts'
import { allOptimisations, type Bounds } from '../support/subject.ts'

/**
 * Explores a tree of which only the shape is known, and says what is estimated after each of its leaves but the last.
 */
function estimates(children: (path: readonly number[]) => number): {
  sizes: number[]
  leaves: number
  steady: boolean[]
} {
  const path: number[] = []
  const estimate = new TreeEstimate((state) => children(path.slice(0, state)) - 1 - path[state]!)
  const sizes: number[] = []
  const steady: boolean[] = []
  for (;;) {
    while (children(path) > 0) path.push(0)
    while (path.length > 0 && path.at(-1)! + 1 >= children(path.slice(0, -1))) path.pop()
    if (path.length === 0) return { sizes, leaves: estimate.runs + 1, steady }
    path[path.length - 1]!++
    estimate.branched(path.length - 1)
    sizes.push(estimate.total())
    steady.push(estimate.isSteady)
  }
}

test('a tree whose branches are alike is known from its first leaf on', () => {
  const { sizes, leaves } = estimates((path) => [3, 1, 4, 2, 0][path.length]!)
  assert.equal(leaves, 24)
  for (const size of sizes) assert.ok(Math.abs(size - 24) < 1e-9, `${size} instead of 24`)
})

test('that later branches are smaller is learned', () => {
  // Each branch has as many branches as siblings that come after it.
  const { sizes, leaves } = estimates((path) => path.reduce((left, index) => left - index - 1, 10))
  assert.equal(leaves, 512)
  const errors = sizes.map((size) => Math.max(size / leaves, leaves / size))
  assert.ok(Math.abs(sizes[0]! - 3_628_800) < 1) // 10!, as if all branches were like the first
  const worst = Math.max(...errors.slice(leaves / 2))
  assert.ok(worst < 3.5, `off by ${worst}`)
  assert.ok(errors.at(-1)! < 1.1)
})

/** After each run from the 32nd on: how many executions there were, and the estimate. */
function watched(
  program: Program,
  reduction: ReductionName,
  bounds: Bounds = {},
): { seen: { executions: number; estimate: Estimate }[]; total: number } {
  const options = { reduction, bounds, optimise: allOptimisations(bounds), maxDepth: 1000, count: false }
  const explorer = new Explorer(new Execution(program), options, () => false)
  const seen: { executions: number; estimate: Estimate }[] = []
  while (!explorer.finished) {
    explorer.explore()
    const estimate = explorer.estimate()
    if (estimate !== null) seen.push({ executions: explorer.counters.executions, estimate })
  }
  return { seen, total: explorer.counters.executions }
}

const searches: readonly [Program, ReductionName, Bounds?][] = [
  [nWriters(4), 'optimal'],
  [cinc(3), 'optimal'],
  [fibBench(3), 'optimal'],
  [lastZero(8), 'optimal'],
  [inc(4), 'optimal'],
  [fibBench(3), 'dpor', { preemption: 2 }],
  [inc(4), 'dpor', { preemption: 2 }],
  [cinc(3), 'none'],
  [nWriters(4), 'none'],
]

for (const [program, reduction, bounds] of searches) {
  test(`${program.name}, ${reduction} ${JSON.stringify(bounds ?? {})}: the truth is within the range from a tenth of the search on`, () => {
    const { seen, total } = watched(program, reduction, bounds)
    const late = seen.filter(({ executions }) => executions >= total / 10)
    assert.ok(late.length > 20)
    const right = late.filter(({ estimate: { low, high } }) => low <= total && total <= high).length
    assert.ok(right >= 0.8 * late.length, `only ${right} of ${late.length} ranges hold ${total}`)
    for (const {
      executions,
      estimate: { low, high },
    } of seen)
      assert.ok(executions < low && low <= high)
  })
}

const estimate = (runs: number, total: number, isSteady = false): Parameters<typeof rangeOf>[0] => ({
  runs,
  isSteady,
  total: () => total,
})

test('a tree that is beyond all numbers still has an estimate', () => {
  const tree = new TreeEstimate(() => 60)
  for (let run = 0; run < 100; run++) tree.branched(1000 - (run % 2))
  const range = rangeOf(tree, 100, false)!
  assert.ok(range.low > 1e100 && range.low <= range.high && Number.isFinite(range.high), JSON.stringify(range))
})

test('an estimate is steady once it has hardly moved while the runs became three times as many', () => {
  const { steady } = estimates((path) => [3, 1, 4, 2, 5, 0][path.length]!)
  assert.deepEqual([steady.indexOf(true), steady.lastIndexOf(false)], [23, 22]) // it is first noted after 8 runs
  assert.ok(
    !estimates((path) => path.reduce((left, index) => left - index - 1, 10))
      .steady.slice(0, 100)
      .includes(true),
  )
})

test('there is no estimate before there is something to go by, nor after the end', () => {
  assert.equal(rangeOf(estimate(31, 100), 31, true), null)
  assert.equal(rangeOf(estimate(500, 1000), 0, false), null) // nothing but abandoned executions so far
  const explorer = new Explorer(
    new Execution(nWriters(3)),
    { reduction: 'optimal', bounds: {}, optimise: allOptimisations({}), maxDepth: 100, count: false },
    () => false,
  )
  while (!explorer.finished) explorer.explore()
  assert.equal(explorer.estimate(), null)
})

test('a range has two digits and gets narrower', () => {
  const early = rangeOf(estimate(1000, 100_000), 1000, true)!
  const late = rangeOf(estimate(50_000, 100_000), 50_000, true)!
  assert.ok(late.high / late.low < early.high / early.low)
  const steady = rangeOf(estimate(1000, 100_000, true), 1000, true)!
  assert.deepEqual(steady, { low: 65_000, high: 400_000 })
  for (const n of [early.low, early.high, late.high]) assert.match(String(n), /^[1-9]\d?0*$/)
})
