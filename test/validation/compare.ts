import { Likeness } from './likeness.ts'
import { type Capacities, defaultCapacities } from '../../src/base/capacities.ts'
import { Execution } from '../../src/execution/execution.ts'
import type { Program } from '../../src/program/program.ts'
import type { BestFirstOptions } from '../../src/search/best-first/best-first.ts'
import type { ExplorerOptions } from '../../src/search/explorer-options.ts'
import type { Preference } from '../../src/search/preference.ts'
import type { ReductionName } from '../../src/search/strategies/index.ts'
import type { Commutations } from '../../src/search/commutations.ts'
import { noOptimisations, type Optimisations } from '../../src/search/optimisations.ts'
import { ObservedExplorer } from './observed-explorer.ts'
import type { Limits } from './reference/costs.ts'
import type { Graph } from './reference/graph.ts'
import { reachable, type Reachable } from './reference/reachable.ts'
import { withoutBuiltins } from '../support/without-builtins.ts'

/** A search to be compared with the reference. */
export interface Setting {
  readonly reduction: ReductionName
  readonly limits: Limits
  readonly optimise: Optimisations
  readonly commute?: Commutations
  readonly prefer?: Preference
  /** Where the order is not depth-first. */
  readonly bestFirst?: BestFirstOptions
  /** Other than the engine's own. */
  readonly capacities?: Partial<Capacities>
}

export type ExplorerClass = new (execution: Execution, options: ExplorerOptions, graph: Graph) => ObservedExplorer

/** What was compared; `mismatch` null means that all is as it should be, as far as the search got. */
export interface Comparison {
  readonly mismatch: string | null
  /** The search was not finished: it found nothing wrong, but may have missed something. */
  readonly unfinished: boolean
  readonly executions: number
}

export const setting = (
  reduction: Setting['reduction'],
  limits: Limits = {},
  optimise: Partial<Optimisations> = {},
): Setting => ({ reduction, limits, optimise: { ...noOptimisations, ...optimise } })

export function describeSetting({
  reduction,
  limits,
  optimise,
  commute,
  prefer,
  bestFirst,
  capacities,
}: Setting): string {
  const bounds = Object.entries(limits).map(([name, limit]) => `--bound ${name}:${limit}`)
  const names = Object.entries(optimise)
    .filter(([, on]) => on)
    .map(([name]) => name)
  const independent = [
    commute?.failedCas ? ['failed-cas'] : [],
    commute?.unusedResults ? ['unused-results'] : [],
  ].flat()
  return [
    `--reduction ${reduction}`,
    ...bounds,
    `--optimise ${names.length === 0 ? 'none' : names.join(',')}`,
    ...(independent.length === 0 ? [] : [`--commute ${independent.join(',')}`]),
    ...(bestFirst === undefined
      ? []
      : [`--order best-first --priority ${bestFirst.priorities.join(',')} --seed ${bestFirst.seed}`]),
    ...(prefer === undefined ? [] : [`(prefers: ${prefer})`]),
    ...(capacities === undefined ? [] : [`(capacities: ${JSON.stringify(capacities)})`]),
  ].join(' ')
}

const MAX_DEPTH = 200

/**
 * Mutants are searches of other types; their hashes may be wrong, but what they lose is what they should be caught by.
 */
export function compare(
  program: Program,
  graph: Graph,
  { reduction, limits, optimise, commute, prefer, bestFirst, capacities }: Setting,
  maxExecutions: number,
  type: ExplorerClass = ObservedExplorer,
): Comparison {
  const execution = withoutBuiltins(new Execution(program, undefined, false, { ...defaultCapacities, ...capacities }))
  // What commutes depends on the pieces in which memory is accessed; a bound may keep a search from meeting the
  // smallest ones.
  if (commute !== undefined)
    for (const [i, bytes] of graph.cellBytes.entries()) if (bytes > 0) execution.layout.allocations[i]!.noteView(bytes)
  const sealing = graph.nodes.some(({ sealed }) => sealed.size > 0)
  // Sealing looks at who is enabled, which release does not get along with; and the optimal reduction knows no bounds.
  if (sealing && reduction === 'optimal') return { mismatch: null, unfinished: false, executions: 0 }
  const sound = sealing ? { ...optimise, release: false } : optimise
  const options: ExplorerOptions = {
    reduction,
    bounds: limits,
    optimise: sound,
    maxDepth: MAX_DEPTH,
    count: type === ObservedExplorer,
    sealing,
    commute,
    prefer,
    bestFirst,
  }
  for (;;) {
    const explorer = new type(execution, options, graph)
    let runs = 0
    while (!explorer.finished && runs < maxExecutions) {
      explorer.explore()
      runs++
      const estimate = explorer.isOutdated ? null : explorer.estimate()
      if (estimate !== null && !(estimate.low > explorer.counters.executions && estimate.high >= estimate.low))
        throw new Error(`an estimate of ${estimate.low} to ${estimate.high}`)
    }
    if (explorer.isOutdated) continue
    const expected = reachable(graph, limits)
    const mismatch = judge(
      explorer,
      expected,
      claimed(explorer, graph, limits),
      {
        reduction,
        limits,
        optimise,
        commute,
        capacities,
      },
      new Likeness(program),
    )
    return { mismatch, unfinished: !explorer.finished, executions: runs }
  }
}

/**
 * What the counters say was covered: all, if nothing was excluded or cut; all that is fair, if only fairness excluded
 * anything.
 */
function claimed({ counters }: ObservedExplorer, graph: Graph, limits: Limits): Reachable | null {
  if (counters.excluded > 0 || counters.cut > 0) return null
  if (counters.unfair === 0) return reachable(graph, {})
  return reachable(graph, limits.fair === undefined ? {} : { fair: limits.fair })
}

function judge(
  explorer: ObservedExplorer,
  expected: Reachable,
  claim: Reachable | null,
  { reduction, optimise, commute, capacities }: Setting,
  likeness: Likeness,
): string | null {
  const { found, counters, finished } = explorer
  const problems = [...found.complaints]
  const extra = (what: string, mine: ReadonlySet<unknown>, theirs: ReadonlySet<unknown>): void => {
    const more = without(mine, theirs)
    if (more > 0) problems.push(`${more} ${what} that are not within the bounds`)
  }
  const missing = (what: string, mine: ReadonlySet<unknown>, theirs: ReadonlySet<unknown>): void => {
    const lost = without(theirs, mine)
    if (lost > 0) problems.push(`${lost} of ${theirs.size} ${what} missing`)
  }
  // The order of updates that commute decides what they order, and one of them is executed.
  const races =
    commute?.unusedResults === true
      ? null
      : new Set([...expected.events].flatMap((event) => explorer.graph.racesOf(event)))
  extra('local states', found.events, expected.events)
  if (races !== null) extra('races', explorer.races.all, races)
  extra('traces', found.ends, expected.ends)
  if (finished) {
    const isLess = reduction === 'stateful' ? claim?.outcomes : claim?.events
    if (isLess !== undefined && isLess.size > (reduction === 'stateful' ? expected.outcomes : expected.events).size)
      problems.push('it says that the bound excluded nothing')
    const alike = (texts: ReadonlySet<string>, rename: (text: string) => string): ReadonlySet<string> =>
      reduction === 'stateful' ? new Set([...texts].map(rename)) : texts
    const outcomes = (texts: ReadonlySet<string>) => alike(texts, (text) => likeness.outcome(text))
    const racing = (texts: ReadonlySet<string>) => alike(texts, (text) => likeness.race(text))
    missing('outcomes', outcomes(found.outcomes), outcomes(expected.outcomes))
    if (races !== null) missing('races', racing(explorer.races.all), racing(races))
  }
  // Where equal states are explored once, not every trace that leads to one is.
  if (finished && reduction !== 'stateful') {
    missing('local states', found.events, expected.events)
    missing('failures', found.failures, expected.failures)
    // With a reduction a failure stands for all traces that it ends, whatever independent things happened before it.
    const ends =
      reduction === 'none' ? expected.ends : new Set([...expected.ends].filter((end) => !failed(explorer, end)))
    missing('traces', found.ends, ends)
  }
  const abandoned = counters.blocked + counters.repeated
  // A search that goes round for ever must not pass for one that was merely too long to finish.
  const sequences = counters.executions + abandoned
  if (reduction === 'optimal' && !finished && sequences > 1000 + 10 * expected.ends.size)
    problems.push(`no end after ${sequences} sequences for ${expected.ends.size} traces`)
  const once =
    reduction === 'optimal'
      ? counters.traces !== null || expected.failures.size === 0
      : reduction === 'dpor' && optimise.cache
  if (once && counters.executions !== found.ends.size) {
    problems.push(`${counters.executions} executions for ${found.ends.size} traces`)
  }
  // Where executions fail, traces are cut short, and cut ones may be met again; so may others without wakeup trees.
  if (
    reduction === 'optimal' &&
    (capacities?.wakeupNodes ?? defaultCapacities.wakeupNodes) === defaultCapacities.wakeupNodes &&
    finished &&
    expected.failures.size === 0 &&
    abandoned > 0
  ) {
    problems.push(`${abandoned} abandoned executions`)
  }
  const { localStates, traces } = counters
  if (localStates !== null && localStates.size !== found.events.size)
    problems.push(`it counts ${localStates.size} local states instead of ${found.events.size}`)
  if (traces !== null && traces.size !== found.ends.size)
    problems.push(`it counts ${traces.size} traces instead of ${found.ends.size}`)
  return problems.length === 0 ? null : problems.join('; ')
}

/** How many members of a are not in b. */
function without(a: ReadonlySet<unknown>, b: ReadonlySet<unknown>): number {
  let count = 0
  for (const member of a) if (!b.has(member)) count++
  return count
}

function failed(explorer: ObservedExplorer, end: number): boolean {
  return explorer.graph.nodes[end]!.failed !== null
}
