import assert from 'node:assert/strict'
import { describe as group, test } from 'node:test'
import { huntReally, realMutants } from './real-mutants.ts'
import { checkReally } from './real-subject.ts'
import { add, none, ofRuns } from './totals.ts'

/** A little of what `npm run validate:irs` does on workers, of several profiles. */
const PROGRAMS: readonly (readonly [profile: string, seed: number])[] = [
  ['memory', 20],
  ['locks', 5],
  ['sync', 7],
  ['threads', 9],
  ['control', 10],
  ['choices', 31],
  ['nested', 17],
]
const RUNS = 40

test('random programs with errors: real runs come to what traces of the set come to, to nothing else', async (t) => {
  const totals = none()
  for (const [profile, seed] of PROGRAMS) {
    const verdict = await checkReally(seed, profile, RUNS)
    assert.equal(verdict?.wrong ?? null, null, `profile ${profile}, seed ${seed}`)
    add(totals, ofRuns(verdict))
  }
  t.diagnostic(JSON.stringify(totals))
  assert.ok(totals.admitted >= PROGRAMS.length - 2 && totals.erroneous > 0, JSON.stringify(totals))
})

const quick = ['no gates at all', 'gates open at the first event of a finished prefix (JavaScript)']

group('gates that are wrong are noticed in real runs', () => {
  for (const name of quick) {
    const mutant = realMutants.find((one) => one.name === name)!
    test(`${name}, within ${mutant.budget} programs`, () => {
      assert.ok(huntReally(mutant, 1, RUNS).caught)
    })
  }
})
