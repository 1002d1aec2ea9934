/** Regions of symbolic inputs, as they are told on the page, in a set and in a sentence. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedPage } from '../../src/report/html/page-program.ts'
import { regionLines } from '../../src/report/region-lines.ts'
import { SourceLines } from '../../src/report/source-lines.ts'
import { someOf } from '../../src/symbolic/condition-text.ts'
import { dataOf } from './page-data.ts'
import { renderPage } from '../../src/report/html/render-page.ts'
import { verified } from './results.ts'

const region = (n: number, outcome: 'bug' | 'verified', conditions: string[]) => ({
  conditions,
  input: { n },
  outcome,
  explored: 1,
})
const inputs = {
  mode: 'symbolic' as const,
  of: 'n in 0..9',
  total: 10,
  verified: 1,
  failing: 1,
  guarantees: [],
  pinnedAt: [],
  regions: [region(0, 'verified', ['n in 0..8']), region(9, 'bug', ['n = 9', '1 < (n % 5)'])],
  solver: { queries: 2, seconds: 0.5, coversAll: true, missing: false },
}

test('the page lists regions of inputs, those with a bug first', () => {
  const view = { sources: new SourceLines(), replayCommand: null }
  const program = checkedPage('p.ts', { ...verified, inputs }, new Map(), view)
  const [shown] = dataOf(renderPage({ version: '0', sets: [], programs: [program] })).programs
  assert.deepEqual(shown!.regions, [
    { outcome: 'bug', input: 'n = 9', conditions: 'n = 9 and 1 < (n % 5)' },
    { outcome: 'verified', input: 'n = 0', conditions: 'n in 0..8' },
  ])
  assert.equal(shown!.moreRegions, 0)
  assert.ok(shown!.counts.some((line) => /10 inputs in 2 regions, 1 verified, 1 with a bug; 2 queries/.test(line)))
  const many = { ...inputs, regions: Array.from({ length: 207 }, (_, n) => region(n, 'verified', [`n = ${n}`])) }
  const long = checkedPage('p.ts', { ...verified, inputs: many }, new Map(), view)
  assert.deepEqual([long.regions.length, long.moreRegions], [200, 7])
  assert.deepEqual(checkedPage('p.ts', verified, new Map(), view).regions, [])
})

test('conditions that are left out are counted', () => {
  assert.equal(someOf(['a', 'b'], 2), 'a and b')
  assert.equal(someOf(['a', 'b', 'c'], 2), 'a and b and 1 more condition holds')
  assert.equal(someOf(['a', 'b', 'c', 'd'], 2), 'a and b and 2 more conditions hold')
  const conditions = Array.from({ length: 7 }, (_, i) => `x > ${i}`)
  const [line] = regionLines([{ conditions, input: { n: 1 }, traces: 1, erroneous: 0, complete: true, whole: true }])
  assert.match(line!, /where x > 0 and .* and x > 5 and 1 more condition holds: 1 trace, without gates$/)
})
