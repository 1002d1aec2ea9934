import { Likeness } from './likeness.ts'
import { type Capacities, defaultCapacities } from '../../src/base/capacities.ts'
import type { Bounds } from '../../src/checking/check-options.ts'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { outcomeKey } from '../../src/results/outcome-key.ts'
import type { Program } from '../../src/program/program.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import type { Comparison } from './compare.ts'
import { conflict, type Footprint } from './reference/events.ts'
import type { Graph, Node } from './reference/graph.ts'
import { reachable } from './reference/reachable.ts'

/** More than any program needs whose traces the reference can tell: a check that goes round for ever is a mismatch. */
const MOST_SEQUENCES = 100_000

/** A whole check, whose result is compared with the reference: what people read, not only what a search has reached. */
export interface CheckSetting {
  readonly options: CheckOptions
  readonly capacities?: Partial<Capacities>
}

export type CheckerClass = new (...args: ConstructorParameters<typeof Checker>) => Checker

export function describeCheck({ options, capacities }: CheckSetting): string {
  return `${JSON.stringify(options)}${capacities === undefined ? '' : ` (capacities: ${JSON.stringify(capacities)})`}`
}

export function compareCheck(
  program: Program,
  graph: Graph,
  { options, capacities }: CheckSetting,
  maxExecutions: number,
  type: CheckerClass = Checker,
): Comparison {
  if (graph.nodes.length === 1) return { mismatch: null, unfinished: false, executions: 0 } // nothing to check, which is refused
  const checker = new type(program, { maxExecutions, budgetMs: Infinity, ...options }, undefined, {
    ...defaultCapacities,
    ...capacities,
  })
  while (!checker.run(1000)) {
    const { executions, repeated } = checker.progress()
    if (executions + repeated > MOST_SEQUENCES)
      return { mismatch: `no end after ${executions + repeated} sequences`, unfinished: true, executions }
  }
  const result = checker.result()
  const problems = judge(result, new Expected(graph, new Likeness(program), options.bounds ?? {}), options)
  return {
    mismatch: problems.length === 0 ? null : problems.join('; '),
    unfinished: !isComplete(result),
    executions: result.executions,
  }
}

/** What there is to be found within the bounds, as people see it. */
class Expected {
  readonly outcomes: ReadonlySet<string>
  readonly deadlocks: ReadonlySet<string>
  readonly failing: ReadonlySet<string>
  readonly isRacy: boolean
  readonly likeness: Likeness
  private readonly graph: Graph

  constructor(graph: Graph, likeness: Likeness, bounds: Bounds) {
    this.likeness = likeness
    const { ends } = reachable(graph, bounds)
    const results = graph.nodes.filter(({ id }) => ends.has(id)).map(({ result }) => result!)
    this.outcomes = new Set(results.map(({ outcome }) => outcome))
    this.deadlocks = new Set(results.flatMap(({ waiting }) => (waiting === null ? [] : likeness.waiting(waiting))))
    this.failing = new Set(results.flatMap(({ failing }) => (failing === null ? [] : likeness.waiting(failing))))
    this.isRacy = graph.nodes.some(hasRace)
    this.graph = graph
  }

  /**
   * Accesses that nothing orders, although no state has them side by side: between them somebody tried in vain to get
   * what another one holds, which orders nothing (docs/decisions/races.md), but cannot be moved away.
   */
  get hasUnordered(): boolean {
    return this.graph.hasRaces
  }

  get hasBugs(): boolean {
    return this.deadlocks.size + this.failing.size > 0
  }
}

/**
 * Two threads are about to access the same bytes, one of them to write, unless both are Atomics of exactly these bytes.
 * There is such a state if in some execution no synchronisation orders two such accesses: what comes between
 * them can be moved away, unless it is an attempt in vain.
 */
function hasRace({ pending, outcome }: Node): boolean {
  if (outcome !== null) return false
  const all = [...pending.values()]
  return all.some((one, i) =>
    all.some(
      (other, j) =>
        i < j &&
        conflict(one.effect, other.effect) &&
        (one.plain || other.plain || !sameBytes(one.effect, other.effect)),
    ),
  )
}

const sameBytes = (a: Footprint, b: Footprint): boolean =>
  a.size === b.size && [...a.keys()].every((name) => b.has(name))

const isComplete = ({ outcome, guarantee, cut }: CheckResult): boolean =>
  outcome !== 'incomplete' && cut === 0 && !guarantee.includes('ended the search')

function judge(
  result: CheckResult,
  expected: Expected,
  { allBugs = false, switch: switchAt, bounds }: CheckOptions,
): string[] {
  const problems: string[] = []
  const say = (problem: string): void => {
    problems.push(problem)
  }
  const compareSets = (what: string, mine: readonly string[], theirs: ReadonlySet<string>, all: boolean): void => {
    for (const member of new Set(mine)) if (!theirs.has(member)) say(`impossible ${what}: ${member}`)
    if (all) for (const member of theirs) if (!mine.includes(member)) say(`${what} is missing: ${member}`)
    if (new Set(mine).size < mine.length) say(`${what} is listed twice`)
  }
  const deadlocks = result.bugs.flatMap(({ waiting }) =>
    waiting === undefined
      ? []
      : [expected.likeness.waiting(waiting.map(({ thread, operation }) => `${thread}: ${operation}`).join('; '))],
  )
  const failing = result.bugs
    .filter(({ kind }) => ['exception', 'misuse', 'assertion'].includes(kind))
    .map(({ thread }) => expected.likeness.waiting(thread!))
  const own = result.bugs.filter(({ kind }) => kind !== 'race').length
  const complete = isComplete(result)
  // A check that adds a fair bound has seen fair schedules only.
  const isCovered = result.exhaustive || (bounds !== undefined && !result.guarantee.includes('fair'))
  const all = complete && isCovered && (allBugs || result.bugs.length === 0)
  compareSets(
    'outcome',
    result.outcomes.map(({ value }) => outcomeKey(value)),
    expected.outcomes,
    all,
  )
  compareSets('deadlock', deadlocks, expected.deadlocks, all)
  compareSets('failing thread', [...new Set(failing)], expected.failing, all)
  if (complete && isCovered && own === 0 && expected.hasBugs && !(switchAt === 'sync' && result.races.length > 0))
    say(`${result.outcome}, though there are bugs`)
  if (result.races.length > 0 && !expected.isRacy && !expected.hasUnordered)
    say(`a race where there is none: ${result.races[0]!.message}`)
  // An exception can end every execution before the second one of two racing accesses.
  if (all && bounds === undefined && expected.isRacy && result.races.length === 0 && expected.failing.size === 0)
    say('no race, though there is one')
  if (
    complete &&
    result.search.reduction === 'optimal' &&
    result.traces !== null &&
    result.executions !== result.traces
  )
    say(`${result.executions} executions for ${result.traces} traces`)
  return problems
}
