/** What is estimated of traces that a sample has not seen, against programs whose traces are counted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HashSet } from '../../src/base/hash-set.ts'
import { chao1, TraceFrequencies, unseenAtMost, unseenProbability } from '../../src/search/trace-frequencies.ts'
import { account, inc, nWriters } from '../programs/counters.ts'
import { sample } from './sampled.ts'

test('kinds seen once, twice and more often are told apart', () => {
  const seen = new TraceFrequencies(new HashSet(), 16)
  for (const kind of [1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5]) seen.add(kind, 0)
  assert.deepEqual([seen.samples, seen.distinct, seen.seenOnce, seen.seenTwice], [11, 5, 2, 1])
})

test('the formulas, by hand', () => {
  assert.equal(chao1(5, 2, 1), 5 + (2 * 1) / (2 * 2))
  assert.equal(chao1(5, 0, 3), 5)
  assert.equal(unseenProbability(11, 2), 2 / 11)
  assert.equal(unseenProbability(0, 0), 1)
  assert.equal(unseenAtMost(10, 10, 0.95), 1)
  const margin = (2 * Math.SQRT2 + Math.sqrt(3)) * Math.sqrt(Math.log(60) / 1_000_000)
  assert.ok(Math.abs(unseenAtMost(1_000_000, 1000, 0.95) - (0.001 + margin)) < 1e-12)
})

/** Traces that are equally likely under POS are what Chao1 is exact for; the less so, the more it estimates too few. */
const known = [
  { program: nWriters(5), traces: 5040, executions: 5040, within: 0.05 },
  { program: nWriters(5), traces: 5040, executions: 1000, within: 0.15 },
  { program: account(6), traces: 720, executions: 720, within: 0.1 },
  { program: inc(4), traces: 576, executions: 2000, within: 0.1 },
]

for (const { program, traces, executions, within } of known) {
  test(`${executions} executions of ${program.name} estimate its ${traces} traces within ${within * 100}%`, () => {
    for (const seed of [1, 2, 3]) {
      const { distinct, seenOnce, seenTwice } = sample(program, { order: 'pos', seed }, executions).sampler.frequencies!
      const estimate = chao1(distinct, seenOnce, seenTwice)
      assert.ok(distinct < traces && Math.abs(estimate / traces - 1) <= within, `${distinct} seen, ${estimate}`)
    }
  })
}

test('where all traces are equally likely, the unseen ones have their share of the probability', () => {
  for (const seed of [1, 2, 3]) {
    const { samples, distinct, seenOnce } = sample(nWriters(5), { order: 'pos', seed }, 5000).sampler.frequencies!
    assert.ok(Math.abs(unseenProbability(samples, seenOnce) - (5040 - distinct) / 5040) < 0.03)
    assert.ok((5040 - distinct) / 5040 <= unseenAtMost(samples, seenOnce, 0.95))
  }
})
