/** Symbolic inputs against all of them: each is in one region, and its search is the one of its region. */
import vm from 'node:vm'
import assert from 'node:assert'
import type { CheckOptions } from '../../../src/checking/check-options.ts'
import { Checker } from '../../../src/checking/checker.ts'
import { SymbolicCheck } from '../../../src/checking/inputs/symbolic-check.ts'
import { newHeartbeat } from '../../../src/execution/heartbeat.ts'
import { installPlainRuntime } from '../../../src/frontends/plain/runtime/install.ts'
import { transformSource } from '../../../src/frontends/plain/transform.ts'
import { installSymbolicRuntime } from '../../../src/frontends/symbolic/install.ts'
import { symbolicSource } from '../../../src/frontends/symbolic/symbolic-pass.ts'
import * as heddle from '../../../src/index.ts'
import { withInput } from '../../../src/program/inputs/bind-input.ts'
import { countInputs, inputAt, inputText, type InputValues } from '../../../src/program/inputs/input-values.ts'
import type { Program } from '../../../src/program/program.ts'
import type { CheckResult } from '../../../src/results/check-result.ts'
import { outcomeKey } from '../../../src/results/outcome-key.ts'
import { type Assignment, evaluate, type Expr } from '../../../src/symbolic/expressions.ts'
import type { RegionOrder } from '../../../src/symbolic/input-regions.ts'
import { replaced } from '../../../src/symbolic/symbolic-outcome.ts'
import type { SymbolicValue } from '../../../src/symbolic/symbolic-value.ts'
import { isInRegion } from '../../../src/symbolic/uncovered-inputs.ts'
import { assignmentOf } from '../../../src/symbolic/symbolic-inputs.ts'

installPlainRuntime()
installSymbolicRuntime()

/** As the loader would, from CommonJS. */
export function load(source: string, isSymbolic: boolean): Program {
  const written = isSymbolic ? symbolicSource(source, '/test/random.cjs', 'commonjs', undefined).code : source
  const { code } = transformSource(written, '/test/random.cjs', { format: 'commonjs', evaluated: true })
  const module = { exports: {} as unknown }
  const require = (name: string): unknown => (name === 'heddle' ? heddle : assert)
  ;(vm.compileFunction(code, ['exports', 'require', 'module']) as (...args: unknown[]) => void)(
    module.exports,
    require,
    module,
  )
  return module.exports as Program
}

/** `undefined`: what a check does unless told otherwise. */
export const optionsFor = (reduction: string | undefined): CheckOptions => ({
  allBugs: true,
  budgetMs: Infinity,
  maxDepth: 200,
  ...(reduction === undefined ? {} : { reduction }),
})

type Outcome = CheckResult['outcomes'][number]

/** All that a search shows, but for texts of messages, which tell of the representative. */
function shown(
  { outcomes, bugs, executions, transitions, traces }: CheckResult,
  merges: boolean,
  valueOf: (row: Outcome) => unknown = ({ value }) => value,
): string {
  const counts = new Map<string, number>()
  for (const row of outcomes) {
    const key = outcomeKey(valueOf(row))
    counts.set(key, (counts.get(key) ?? 0) + row.executions)
  }
  const found = bugs.map(({ kind, thread, preemptions }) => [kind, thread, preemptions]).sort()
  // Equal states are searched once, and more of them are equal for one input than for all of a region.
  return merges
    ? JSON.stringify([[...counts.keys()].sort(), found])
    : JSON.stringify([[...counts].sort(), found, executions, transitions, traces])
}

interface Explored {
  readonly constraints: readonly Expr[]
  readonly input: InputValues
  readonly result: CheckResult
  /** What executions came to, by formula. */
  readonly outcomes: ReadonlyMap<string, unknown>
}

/** What the search of a region says about one of its inputs. */
const shownFor = ({ result, outcomes }: Explored, at: Assignment, merges: boolean): string =>
  shown(result, merges, ({ value, formula }) =>
    formula === undefined ? value : replaced(outcomes.get(formula), (one) => valueFor(one, at)),
  )

function valueFor({ expr, value, choices, divisor }: SymbolicValue, at: Assignment): unknown {
  const number = Number(evaluate(expr, at))
  if (divisor !== null) return number / Number(evaluate(divisor, at))
  return choices !== null ? choices[number] : typeof value === 'boolean' ? number === 1 : number
}

export type MakeCheck = new (program: Program, options: CheckOptions) => SymbolicCheck

/** Asks the solver, however few inputs there are. */
export class SolverCheck extends SymbolicCheck {
  protected override get regionOrder(): RegionOrder {
    return { mostListed: 0, mostInVain: 0 }
  }
}

/** One region after the other, with what its search showed. */
export async function regionsOf(
  program: Program,
  Check: MakeCheck = SymbolicCheck,
  options = optionsFor('optimal'),
): Promise<Explored[]> {
  const results: [CheckResult, ReadonlyMap<string, unknown>][] = []
  const check = new (class extends Check {
    protected override checked(result: CheckResult, input: InputValues): void {
      results.push([result, this.path.outcomes])
      super.checked(result, input)
    }
  })(program, options)
  while (!check.run(Infinity)) await check.waiting()
  check.result()
  return check.regions.map(({ constraints, input }, i) => {
    const [result, outcomes] = results[i]!
    return { constraints, input, result, outcomes }
  })
}

/** What is wrong, or null. */
export async function compare(
  source: string,
  Check?: MakeCheck,
  reduction: string | undefined = 'optimal',
): Promise<string | null> {
  const options = optionsFor(reduction === 'default' ? undefined : reduction)
  const merges = reduction === 'default' || reduction === 'stateful'
  const plain = load(source, false)
  const regions = await regionsOf(load(source, true), Check, options)
  const domains = plain.inputs!
  for (let i = 0; i < countInputs(domains, {}); i++) {
    const input = inputAt(domains, {}, i)
    const at = assignmentOf(domains, input)
    const holding = regions.filter(({ constraints }) => isInRegion(constraints, at))
    if (holding.length !== 1) return `${inputText(input)} is in ${holding.length} regions`
    const checker = new Checker(withInput(plain, input), options, newHeartbeat())
    while (!checker.run(Infinity));
    const alone = shown(checker.result(), merges)
    const inRegion = shownFor(holding[0]!, at, merges)
    if (alone !== inRegion)
      return `${inputText(input)} is in the region of ${inputText(holding[0]!.input)}:\n  alone     ${alone}\n  in region ${inRegion}`
  }
  return null
}
