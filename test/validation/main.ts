import { parseArgs } from 'node:util'
import { checkProgram, defaultSizes, report, shrinkMismatch } from './check-program.ts'
import { hasCommuting, randomProgram } from './programs/generate.ts'
import { profiles } from './programs/profiles.ts'
import type { CheckSetting } from './check-results.ts'
import type { Setting } from './compare.ts'
import { tinyPrograms } from './programs/enumerate.ts'
import { print, type ProgramText } from './programs/notation.ts'
import { Random } from './programs/random.ts'
import {
  allSettings,
  bestFirstSettings,
  boundedSettings,
  checkSettings,
  commutingSettings,
  someBestFirst,
  someSettings,
  stableSettings,
  statefulChecks,
  statefulSettings,
  tinySettings,
} from './settings.ts'

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    profile: { type: 'string', default: 'all' },
    thorough: { type: 'boolean', default: false },
    bounded: { type: 'boolean', default: false },
    stable: { type: 'boolean', default: false },
    stateful: { type: 'boolean', default: false },
    'best-first': { type: 'boolean', default: false },
    tiny: { type: 'string' },
  },
})

/** What to run on: random programs, or with `--tiny 3x2` all programs of 3 threads with up to 2 operations. */
function* subjects(): Generator<{
  label: string
  text: ProgramText
  choose: (unreduced: boolean) => readonly (Setting | CheckSetting)[]
}> {
  if (values.tiny !== undefined) {
    const [threads, length] = values.tiny.split('x').map(Number)
    for (const text of tinyPrograms(threads!, length!))
      yield { label: 'tiny', text, choose: () => tinySettings(print(text).includes('yield')) }
    return
  }
  for (let i = 0; i < count; i++) {
    const seed = first + i
    const profile = profileNames[i % profileNames.length]!
    const random = new Random(~seed)
    yield {
      label: `seed ${seed}, profile ${profile}`,
      text: randomProgram(seed, profile),
      choose: (unreduced) =>
        values['best-first']
          ? bestFirstSettings(random, unreduced)
          : values.stateful
            ? [...statefulSettings(random), ...statefulChecks(random)]
            : values.stable
              ? stableSettings(random)
              : values.bounded
                ? boundedSettings()
                : [
                    ...(values.thorough ? allSettings(unreduced) : someSettings(random, unreduced)),
                    ...(hasCommuting(profile) ? commutingSettings(random, unreduced) : []),
                    ...checkSettings(random, unreduced, hasCommuting(profile)),
                    ...someBestFirst(random, unreduced),
                  ],
    }
  }
}

const profileNames = values.profile === 'all' ? Object.keys(profiles) : values.profile.split(',')
const count = Number(values.programs)
const first = Number(values.seed)
const totals = { programs: 0, searches: 0, unfinished: 0, tooLarge: 0, mismatches: 0 }
const start = performance.now()

for (const { label, text, choose } of subjects()) {
  const verdict = checkProgram(text, choose)
  totals.programs++
  totals.searches += verdict.searches
  totals.unfinished += verdict.unfinished
  if (verdict.tooLarge) totals.tooLarge++
  if (verdict.mismatch !== null) {
    totals.mismatches++
    console.log(`\n${label}: ${print(text)}`)
    console.log(report(shrinkMismatch(verdict.mismatch), `mismatch-${totals.mismatches}.mjs`))
    if (totals.mismatches >= 5) break
  }
  if (process.stderr.isTTY && totals.programs % 50 === 0)
    process.stderr.write(`\r${totals.programs} programs, ${totals.searches} searches `)
}

const seconds = (performance.now() - start) / 1000
const which =
  values.tiny === undefined ? `from seed ${first} (${profileNames.join(', ')})` : `of ${values.tiny} operations`
console.log(
  `${totals.programs} programs ${which}, ${totals.searches} searches in ${seconds.toFixed(1)} s: ` +
    `${totals.mismatches} mismatches; ${totals.tooLarge} programs had more than ${defaultSizes.traces} traces and were left out, ${totals.unfinished} searches were not finished`,
)
if (totals.mismatches > 0) process.exitCode = 1
