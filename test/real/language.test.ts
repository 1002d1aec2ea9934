/** One thread at a time, so that there is one outcome: what really happens is what exploration says, to the letter. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '../../src/index.ts'
import { programFile, runFixture } from './run-fixture.ts'

test('threads are called in the same way in exploration and on real workers', async () => {
  const [explored, real] = [await check(programFile('language'), { allBugs: true }), await runFixture('language')]
  assert.deepEqual(explored.bugs, [])
  assert.deepEqual(real.failures, [])
  const expected = {
    plain: [['undefined', 2], ['undefined', 3], 'not-equal', ['index', 'value', 'timeout'], 4],
    quiet: ['undefined', 2],
  }
  assert.deepEqual(
    explored.outcomes.map(({ value }) => value),
    [expected],
  )
  assert.deepEqual(
    real.outcomes.map(({ value }) => value),
    [expected],
  )
})
