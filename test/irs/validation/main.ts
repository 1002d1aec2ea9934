/**
 * Validates admission on random programs, most of them with errors: in a simulation, and really, on workers.
 *
 *   npm run validate:irs -- --programs 1000 --seed 1 --runs 1000 [--simulated N] [--profile NAMES] [--cores 1|all]
 *   npm run validate:irs -- --only SEED
 *   npm run validate:irs -- --mutants [--name TEXT]
 *
 * Programs are run really in processes of 25 each, one at a time, by turns on one core and on all of them; every third
 * of these processes has gates that take their time.
 */
import { spawnSync, type SpawnSyncOptionsWithStringEncoding } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ChangedBuild } from './changed-build.ts'
import { checkSubject, shrinkSubject } from './check-subject.ts'
import { huntReally, realMutants } from './real-mutants.ts'
import { randomRealPlan } from './real-plan.ts'
import { checkReally } from './real-subject.ts'
import { slowGates } from './slow-gates.ts'
import { describe, profileNames, randomSubject } from './subject.ts'
import { add, none, ofRuns, ofSimulation, type Totals } from './totals.ts'

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    /** Real runs of each program, and simulated ones. */
    runs: { type: 'string', default: '200' },
    simulated: { type: 'string', default: '40' },
    profile: { type: 'string', default: 'all' },
    cores: { type: 'string', default: 'both' },
    only: { type: 'string' },
    /** Whether gates that are wrong are noticed. */
    mutants: { type: 'boolean', default: false },
    name: { type: 'string', default: '' },
    /** One process of those that run programs really; prints its totals as JSON. */
    batch: { type: 'boolean', default: false },
    /** How long threads of one run may show no progress. On a machine with much to do one may not run for a while. */
    timeout: { type: 'string', default: '120000' },
    'until-wrong': { type: 'boolean', default: false },
  },
})

const BATCH = 25
const first = Number(values.only ?? values.seed)
const programs = values.only === undefined ? Number(values.programs) : 1
const runs = Number(values.runs)
const simulated = Number(values.simulated)
const names = values.profile === 'all' ? profileNames : values.profile.split(',')
const profileOf = (seed: number): string => names[seed % names.length]!

function simulate(): Totals {
  const totals = none()
  for (let seed = first; seed < first + programs; seed++) {
    const subject = randomSubject(seed, profileOf(seed))
    const verdict = checkSubject(subject, simulated, seed)
    add(totals, ofSimulation(verdict))
    if (verdict.wrong === null) continue
    const smallest = describe(shrinkSubject(subject, simulated, seed))
    console.log(`seed ${seed}, profile ${profileOf(seed)}: ${verdict.wrong}\n  ${smallest}`)
  }
  return totals
}

async function runBatch(): Promise<Totals> {
  const totals = none()
  for (let seed = first; seed < first + programs; seed++) {
    const verdict = await checkReally(seed, profileOf(seed), runs, Number(values.timeout))
    add(totals, ofRuns(verdict))
    if (verdict === null || verdict.wrong === null) continue
    const subject = randomSubject(seed, profileOf(seed))
    const plan = JSON.stringify(randomRealPlan(seed, subject))
    console.error(`seed ${seed}, profile ${profileOf(seed)}: ${verdict.wrong}\n  ${describe(subject)}\n  ${plan}`)
    if (values['until-wrong']) break
  }
  return totals
}

/** One process after the other. */
function runReally(slow: ChangedBuild): Totals {
  const totals = none()
  const given = ['--batch', '--profile', values.profile, '--timeout', values.timeout]
  for (let seed = first, turn = 0; seed < first + programs; seed += BATCH, turn++) {
    const onOne = values.cores === '1' || (values.cores === 'both' && turn % 2 === 0)
    const isSlow = turn % 3 === 2
    const count = Math.min(BATCH, first + programs - seed)
    const range = ['--seed', String(seed), '--programs', String(count), '--runs', values.runs]
    const where = `${onOne ? 'one core' : 'all cores'}${isSlow ? ', slow gates' : ''}`
    const batch = runProcess([isSlow ? slow.main : fileURLToPath(import.meta.url), ...given, ...range], onOne)
    if (batch === null) console.log(`the programs from seed ${seed} on, ${where}, broke the validation`)
    add(totals, batch ?? { ...none(), wrong: 1 })
    console.log(`${new Date().toISOString()} up to seed ${seed + count - 1}, ${where}: ${JSON.stringify(totals)}`)
  }
  return totals
}

function runProcess(args: readonly string[], onOneCore: boolean): Totals | null {
  const [command, ...rest] = onOneCore ? ['taskset', '-c', '0', process.execPath, ...args] : [process.execPath, ...args]
  const { stdout, status, error } = spawnSync(command!, rest, processOptions)
  if (error !== undefined) throw error
  return status === 0 ? (JSON.parse(stdout) as Totals) : null
}

const processOptions: SpawnSyncOptionsWithStringEncoding = {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: 1 << 26,
}

function huntMutants(): void {
  for (const mutant of realMutants.filter(({ name }) => name.includes(values.name))) {
    const { caught, admitted } = huntReally(mutant, first, runs)
    console.log(`${caught ? 'caught' : 'MISSED'}  ${mutant.name}: ${admitted} programs`)
    if (!caught) process.exitCode = 1
  }
}

function validate(): void {
  const begin = performance.now()
  const seconds = (): string => ((performance.now() - begin) / 1000).toFixed(0)
  const inSimulation = simulated > 0 ? simulate() : none()
  console.log(`simulated, in ${seconds()} s: ${JSON.stringify(inSimulation)}`)
  const slow = new ChangedBuild(slowGates)
  try {
    const really = runs > 0 ? runReally(slow) : none()
    console.log(`really, in ${seconds()} s in all: ${JSON.stringify(really)}`)
    if (inSimulation.wrong + really.wrong > 0) process.exitCode = 1
  } finally {
    slow.dispose()
  }
}

if (values.batch) process.stdout.write(JSON.stringify(await runBatch()))
else if (values.mutants) huntMutants()
else validate()
