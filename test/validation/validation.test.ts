import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkProgram, report, shrinkMismatch, type Verdict } from './check-program.ts'
import { fixMutants } from './mutants/fixes.ts'
import { hunt } from './mutants/hunt.ts'
import { mutants } from './mutants/index.ts'
import { tinyPrograms } from './programs/enumerate.ts'
import { hasCommuting, randomProgram } from './programs/generate.ts'
import { profiles } from './programs/profiles.ts'
import { print } from './programs/notation.ts'
import { Random } from './programs/random.ts'
import { checkSettings, commutingSettings, someBestFirst, someSettings, tinySettings } from './settings.ts'

/**
 * The part of the validation that runs with every test run; `npm run validate` does the same with as many programs as
 * there is time.
 */
function assertClean({ mismatch }: Verdict): void {
  if (mismatch !== null) assert.fail(report(shrinkMismatch(mismatch), 'mismatch.mjs'))
}

const PROGRAMS_PER_PROFILE = 10

describe('random programs: every search agrees with the unreduced reference', () => {
  for (const profile of Object.keys(profiles)) {
    test(profile, () => {
      let compared = 0
      for (let seed = 1; seed <= PROGRAMS_PER_PROFILE; seed++) {
        const random = new Random(seed)
        const verdict = checkProgram(
          randomProgram(seed, profile),
          (unreduced) => [
            ...someSettings(random, unreduced),
            ...(hasCommuting(profile) ? commutingSettings(random, unreduced) : []),
            ...checkSettings(random, unreduced, hasCommuting(profile)),
            ...someBestFirst(random, unreduced),
          ],
          { traces: 300, executions: 1000, unreduced: 300 },
        )
        assertClean(verdict)
        compared += verdict.searches - verdict.unfinished
      }
      assert.ok(compared > 3 * PROGRAMS_PER_PROFILE, `only ${compared} searches were compared`)
    })
  }
})

describe('all tiny programs', () => {
  for (const [threads, length, least] of [
    [2, 2, 250],
    [3, 1, 5],
  ] as const) {
    test(`${threads} threads of up to ${length} operations`, () => {
      let count = 0
      for (const program of tinyPrograms(threads, length)) {
        assertClean(checkProgram(program, () => tinySettings(print(program).includes('yield'))))
        count++
      }
      assert.ok(count >= least, `there were only ${count}`)
    })
  }
})

describe('mutants are noticed in random programs', () => {
  for (const mutant of mutants.filter((one) => one.budget <= 100 || fixMutants.includes(one))) {
    test(`${mutant.name}, within ${mutant.budget} programs`, () => {
      assert.ok(hunt(mutant, 1, mutant.budget, true).caught > 0)
    })
  }
})
