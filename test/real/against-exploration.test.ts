/**
 * For programs whose conflicting accesses are Atomics or ordered by primitives, whatever really happens must be among
 * what exploration says can happen. Seeing one outcome would prove nothing: at least two different ones must really be
 * seen.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeKey } from '../../src/results/outcome-key.ts'
import { check } from '../../src/index.ts'
import { programFile, runFixture, runUntilOutcomes } from './run-fixture.ts'

/** With what the program must never do, and how many outcomes exploration finds. */
const programs: [name: string, outcomes: number, never?: unknown][] = [
  ['ticket', 2, { alice: 0, bob: 0 }],
  ['compare-store-buffering', 3, [0, 0]],
  ['compare-message-passing', 2, 0],
  ['compare-mutex-order', 6],
  ['compare-handover', 2],
  ['compare-snapshot', 4, [[0, 1], [0, 0], []]],
  ['compare-spawned-race', 6],
  ['compare-late-thread', 2, { parent: [1, 6, 6] }],
  ['compare-wait-notify', 2, { sleeper: 'not-equal', waker: 1 }],
  ['compare-last-place', 6],
  ['compare-stack', 2, [0, 0]],
]

for (const [name, count, never] of programs) {
  test(`${name}: real outcomes are explored ones`, async () => {
    const explored = await check(programFile(name), { reduction: 'none', allBugs: true, budgetMs: 60_000 })
    assert.equal(explored.outcome, 'verified')
    assert.ok(explored.exhaustive)
    const possible = new Set(explored.outcomes.map(({ value }) => outcomeKey(value)))
    assert.equal(possible.size, count)
    if (never !== undefined) assert.ok(!possible.has(outcomeKey(never)))

    const real = await runUntilOutcomes(name, 2)
    assert.deepEqual(real.failures, [])
    assert.ok(real.outcomes.length >= 2, `only one outcome was really seen, in ${real.runs} runs`)
    for (const { value } of real.outcomes)
      assert.ok(possible.has(outcomeKey(value)), `exploration misses the outcome ${JSON.stringify(value)}`)
  })
}

test('programs drawn at random: real outcomes are explored ones', async () => {
  const wanted = 4
  let compared = 0
  for (let seed = 1; compared < wanted; seed++) {
    assert.ok(seed < 100, `only ${compared} of the first ${seed} programs could be compared`)
    process.env['HEDDLE_TEST_SEED'] = String(seed)
    const explored = await check(programFile('random'), { reduction: 'none', allBugs: true, maxExecutions: 10_000 })
    if (!explored.exhaustive || explored.outcome !== 'verified' || explored.outcomes.length < 3) continue
    const possible = new Set(explored.outcomes.map(({ value }) => outcomeKey(value)))
    const real = await runFixture('random', { repeat: 1000 })
    assert.deepEqual(real.failures, [])
    for (const { value } of real.outcomes)
      assert.ok(possible.has(outcomeKey(value)), `seed ${seed}: exploration misses ${JSON.stringify(value)}`)
    if (real.outcomes.length >= 2) compared++
  }
})
