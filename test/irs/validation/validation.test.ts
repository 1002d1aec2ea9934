import assert from 'node:assert/strict'
import { describe as group, test } from 'node:test'
import { checkSubject, shrinkSubject } from './check-subject.ts'
import { admissionMutants, mutantSubject } from './mutants.ts'
import { describe, profileNames, randomSubject } from './subject.ts'

/**
 * The part of the validation of admission that runs with every test run; `npm run validate:irs` does the same with more
 * programs, and really.
 */
const PROGRAMS = Number(process.env['HEDDLE_IRS_SEEDS'] ?? 20)
const RUNS = 30

group(
  'random programs with errors: simulated runs come to what the traces of the set come to, and to nothing else',
  () => {
    for (const profile of profileNames) {
      test(profile, (t) => {
        const seen = { admitted: 0, erroneous: 0, partial: 0, opened: 0 }
        for (let seed = 1; seed <= PROGRAMS; seed++) {
          const subject = randomSubject(seed, profile)
          const { wrong, set } = checkSubject(subject, RUNS, seed)
          if (wrong !== null) assert.fail(`${wrong}: seed ${seed}, ${describe(shrinkSubject(subject, RUNS, seed))}`)
          if (set === null) continue
          seen.admitted++
          seen.erroneous += set.result.erroneous > 0 ? 1 : 0
          seen.partial += set.result.complete ? 0 : 1
          seen.opened += set.opened > 0 ? 1 : 0
        }
        t.diagnostic(JSON.stringify(seen))
        assert.ok(seen.admitted >= PROGRAMS / 8 && seen.erroneous > 0, JSON.stringify(seen))
      })
    }
  },
)

group('mutants of finished sub-trees and of admission are noticed', () => {
  for (const mutant of admissionMutants) {
    test(`${mutant.name}, within ${mutant.budget} programs`, () => {
      for (let seed = 1; seed <= mutant.budget; seed++)
        if (checkSubject(mutantSubject(mutant, seed), RUNS, seed, mutant.parts).wrong !== null) return
      assert.fail('it was not')
    })
  }
})
