import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inThread, natively } from './job-orders.ts'
import { randomJobs } from './random-jobs.ts'

/** More of them by `HEDDLE_JOB_PROGRAMS=20000 HEDDLE_JOB_SEED=1000 node --test …`. */
const programs = Number(process.env['HEDDLE_JOB_PROGRAMS'] ?? 500)
const first = Number(process.env['HEDDLE_JOB_SEED'] ?? 1)

test('the jobs of a thread run in the order in which the engine runs them', async () => {
  let refused = 0
  for (let seed = first; seed < first + programs; seed++) {
    const source = randomJobs(seed)
    const expected = await natively(source)
    const actual = inThread(source)
    if (actual === null) refused++
    else assert.deepEqual(actual, expected, `${seed}: ${source}`)
  }
  assert.ok(refused < programs / 20, `${refused} refused`)
})
