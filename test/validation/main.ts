import { parseArgs } from 'node:util'
import { checkProgram, defaultSizes, report, shrinkMismatch } from './check-program.ts'
import { profiles, randomProgram } from './programs/generate.ts'
import { print } from './programs/notation.ts'
import { Random } from './programs/random.ts'
import { allSettings, someSettings } from './settings.ts'

const { values } = parseArgs({ options: {
  programs: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  profile: { type: 'string', default: 'all' },
  thorough: { type: 'boolean', default: false },
} })

const profileNames = values.profile === 'all' ? Object.keys(profiles) : values.profile.split(',')
const count = Number(values.programs)
const first = Number(values.seed)
const totals = { programs: 0, searches: 0, unfinished: 0, tooLarge: 0, mismatches: 0 }
const start = performance.now()

for (let i = 0; i < count; i++) {
  const seed = first + i
  const text = randomProgram(seed, profileNames[i % profileNames.length]!)
  const random = new Random(~seed)
  const verdict = checkProgram(text, (unreduced) => (values.thorough ? allSettings(unreduced) : someSettings(random, unreduced)))
  totals.programs++
  totals.searches += verdict.searches
  totals.unfinished += verdict.unfinished
  if (verdict.tooLarge) totals.tooLarge++
  if (verdict.mismatch !== null) {
    totals.mismatches++
    console.log(`\nseed ${seed}, profile ${profileNames[i % profileNames.length]!}: ${print(text)}`)
    console.log(report(shrinkMismatch(verdict.mismatch), `mismatch-${seed}.mjs`))
    if (totals.mismatches >= 5) break
  }
  if (process.stderr.isTTY && i % 50 === 0) process.stderr.write(`\r${i} programs, ${totals.searches} searches `)
}

const seconds = (performance.now() - start) / 1000
console.log(`${totals.programs} programs from seed ${first} (${profileNames.join(', ')}), ${totals.searches} searches in ${seconds.toFixed(1)} s: ` +
  `${totals.mismatches} mismatches; ${totals.tooLarge} programs had more than ${defaultSizes.traces} traces and were left out, ${totals.unfinished} searches were not finished`)
if (totals.mismatches > 0) process.exitCode = 1
