/**
 * Random threads with loops, explored with histories that meet taken for one local state, and without anything
 * remembered. `HEDDLE_CONVERGING=5000` compares that many programs, `HEDDLE_CONVERGING_SEED=17` starts with that seed.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareSearches } from './compare.ts'
import { randomThreads } from './random-threads.ts'

const count = Number(process.env['HEDDLE_CONVERGING'] ?? 40)
const first = Number(process.env['HEDDLE_CONVERGING_SEED'] ?? 1)

test(`${count} random programs with loops come to the same where histories meet`, (t) => {
  const seen = { compared: 0, converged: 0, outcomes: 0, races: 0 }
  for (let seed = first; seed < first + count; seed++) {
    const source = randomThreads(seed)
    const found = compareSearches(source, seed)
    if (found === null) continue
    assert.equal(found.difference, null, `seed ${seed}\n${source}`)
    seen.compared++
    seen.converged += found.converged ? 1 : 0
    seen.outcomes += found.outcomes
    seen.races += found.races
  }
  t.diagnostic(JSON.stringify(seen))
  assert.ok(seen.compared > count / 2 && seen.converged > count / 8, JSON.stringify(seen))
})
