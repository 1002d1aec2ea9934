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
import type { Expr } from '../../../src/symbolic/expressions.ts'
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
const optionsFor = (reduction: string | undefined): CheckOptions => ({
  allBugs: true,
  budgetMs: Infinity,
  maxDepth: 200,
  ...(reduction === undefined ? {} : { reduction }),
})

/** All that a search shows, but for texts of messages, which tell of the representative. */
const shown = ({ outcomes, bugs, executions, transitions, traces }: CheckResult): string =>
  JSON.stringify([
    outcomes.map(({ value, executions: n }) => [outcomeKey(value), n]).sort(),
    bugs.map(({ kind, thread, preemptions }) => [kind, thread, preemptions]).sort(),
    executions,
    transitions,
    traces,
  ])

interface Explored {
  readonly constraints: readonly Expr[]
  readonly input: InputValues
  readonly shown: string
}

export type MakeCheck = new (program: Program, options: CheckOptions) => SymbolicCheck

/** Asks the solver, however few inputs there are. */
export class SolverCheck extends SymbolicCheck {
  protected override get mostListed(): number {
    return 0
  }
}

/** One region after the other, with what its search showed. */
export async function regionsOf(
  program: Program,
  Check: MakeCheck = SymbolicCheck,
  options = optionsFor('optimal'),
): Promise<Explored[]> {
  const results: string[] = []
  const check = new (class extends Check {
    protected override checked(result: CheckResult, input: InputValues): void {
      results.push(shown(result))
      super.checked(result, input)
    }
  })(program, options)
  while (!check.run(Infinity)) await check.waiting()
  check.result()
  return check.regions.map(({ constraints, input }, i) => ({ constraints, input, shown: results[i]! }))
}

/** What is wrong, or null. */
export async function compare(
  source: string,
  Check?: MakeCheck,
  reduction: string | undefined = 'optimal',
): Promise<string | null> {
  const options = optionsFor(reduction === 'default' ? undefined : reduction)
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
    const alone = shown(checker.result())
    if (alone !== holding[0]!.shown)
      return `${inputText(input)} is in the region of ${inputText(holding[0]!.input)}:\n  alone     ${alone}\n  in region ${holding[0]!.shown}`
  }
  return null
}
