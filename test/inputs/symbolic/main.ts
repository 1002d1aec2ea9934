/**
 * Random programs with inputs: symbolic regions against all inputs, one by one.
 * npm run validate:symbolic -- --programs 500 --seed 1 [--kind memory] [--solver] [--sets] [--mutants] [--cost] [--shares]
 * npm run validate:symbolic -- --runs 100000 [--seed 1]
 */
import { parseArgs } from 'node:util'
import { compare, SolverCheck } from './compare.ts'
import { compareSets, compareWith, constraintMutants } from './compare-sets.ts'
import { measureCost } from './cost.ts'
import { hunt } from './hunt.ts'
import { mutants } from './mutants.ts'
import { type Kind, randomProgram } from './random-program.ts'
import { realRuns } from './real-runs.ts'
import { measureShares } from './shares.ts'

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    /** Print the program of the seed, and compare it alone. */
    only: { type: 'boolean', default: false },
    /** Also where inputs could be gone through. */
    solver: { type: 'boolean', default: false },
    /** How the schedules of each input are searched; `default` for what a check does unless told otherwise. */
    reduction: { type: 'string', default: 'optimal' },
    /** What programs do: plain, more, memory, twins, choices. */
    kind: { type: 'string', default: 'plain' },
    /** Instead: what sets for all inputs admit for each, against a set for it alone. */
    sets: { type: 'boolean', default: false },
    /** Instead: so many real runs with random inputs, watched. */
    runs: { type: 'string' },
    /** Instead: how soon each mutant is noticed. */
    mutants: { type: 'boolean', default: false },
    /** Instead: what shadows cost. */
    cost: { type: 'boolean', default: false },
    /** Instead: who can run when under a set that grows, and what its regions have in common. */
    shares: { type: 'boolean', default: false },
  },
})
const first = Number(values.seed)
const count = values.only ? 1 : Number(values.programs)
let wrong = 0
if (values.cost) measureCost()
else if (values.shares) await measureShares()
else if (values.runs !== undefined) wrong = await realRuns(Number(values.runs), first)
else if (values.mutants && values.sets) {
  for (const [name, mutant] of Object.entries(constraintMutants)) {
    let seed = first
    while (seed < first + count && (await noticed(randomProgram(seed, values.kind as Kind), mutant, seed % 4)) === null)
      seed++
    if (seed === first + count) wrong++
    console.log(`${name}: ${seed === first + count ? `survives ${count} programs` : `noticed by seed ${seed}`}`)
  }
} else if (values.mutants) {
  for (const [name, Check] of Object.entries(mutants)) {
    const seed = await hunt(Check, first, count, values.kind as Kind)
    if (seed === null) wrong++
    console.log(`${name}: ${seed === null ? `survives ${count} programs` : `noticed by seed ${seed}`}`)
  }
} else {
  let refused = 0
  for (let seed = first; seed < first + count; seed++) {
    const source = randomProgram(seed, values.kind as Kind)
    if (values.only) console.log(source)
    try {
      const problem = values.sets
        ? await compareSets(source, { interrupted: seed % 4, remembers: seed % 3 > 0 })
        : await compare(source, values.solver ? SolverCheck : undefined, values.reduction)
      if (problem === null) continue
      wrong++
      console.log(`seed ${seed}: ${problem}`)
    } catch (error) {
      refused++
      if (values.only || !/perform no shared operation/.test(String(error)))
        console.log(`seed ${seed}: ${(error as Error).stack}`)
    }
  }
  console.log(`${count} programs from seed ${first}: ${wrong} wrong, ${refused} cannot be checked`)
}
/** Also by an error. */
function noticed(
  source: string,
  ...[mutant, interrupted]: [Parameters<typeof compareWith>[0], number]
): Promise<string | null> {
  return compareWith(mutant, source, { interrupted, remembers: true }).catch((error: unknown) =>
    /perform no shared operation/.test(String(error)) ? null : String(error),
  )
}

process.exit(wrong > 0 ? 1 : 0)
