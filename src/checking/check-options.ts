import type { BoundName } from '../bounds/bound.ts'
import { bounds as boundTable, isBoundName } from '../bounds/index.ts'
import { usageError } from '../base/errors.ts'
import type { GivenInput } from '../program/inputs/input-values.ts'
import { type Explored, type SupplyKind, supplyKinds, usualValues } from '../program/context/supplied-values.ts'
import { type CommutationName, commutationNames, type Commutations } from '../search/commutations.ts'
import type { BestFirstOptions } from '../search/best-first/best-first.ts'
import type { PriorityFunction } from '../search/priorities/own.ts'
import { sleepsBestFirst } from '../search/best-first/strategy.ts'
import type { ReductionName } from '../search/explorer.ts'
import { type SampledOrderName, type Sampling, sampledOrderNames } from '../search/orders/index.ts'
import {
  noOptimisations,
  type OptimisationName,
  optimisationNames,
  type Optimisations,
} from '../search/optimisations.ts'
import { BEST_FIRST, bestFirstOf } from './best-first-options.ts'

export interface CheckOptions {
  readonly reduction?: string
  readonly order?: string
  /** Which executions a sampled order draws, or priority `random` prefers (default 1). */
  readonly seed?: number
  /**
   * By what order `best-first` goes: names separated by commas, a function, or a list of both, of which the first one
   * decides (default `pb`, after `method` and `var` where something is focused on).
   */
  readonly priority?: string | PriorityFunction | readonly (string | PriorityFunction)[]
  /** What priorities `method` and `var` prefer: functions, lines (`lib/queue.ts:10-20`), shared locations (`x`, `x[0]`). */
  readonly focus?: readonly string[]
  /** And lines that have changed since this revision of git. */
  readonly focusDiff?: string
  /** Order `best-first` keeps so many of the executions that are left to run in memory, others in a file (default 200,000). */
  readonly fringe?: number
  /** The depth of the bugs that order `pct` looks for (default 3). */
  readonly pctDepth?: number
  readonly bounds?: Readonly<Record<string, number>>
  /** Bounds that grow, pass by pass, from their least limits on, until they exclude nothing. */
  readonly iterate?: string | readonly string[]
  /** `all`, `none`, or names separated by commas. */
  readonly optimise?: string
  /** What counts as independent besides: `all`, `none`, or names separated by commas. */
  readonly commute?: string
  readonly allBugs?: boolean
  readonly budgetMs?: number
  readonly maxExecutions?: number
  readonly maxDepth?: number
  /** How many outcomes, races and bugs are listed, each; what is beyond is counted. */
  readonly maxRows?: number
  /** Whether distinct traces and local states are counted (default true). */
  readonly count?: boolean
  /** Whether schedules of bugs are made smaller before they are reported (default true). */
  readonly minimise?: boolean
  /** Where threads can be interleaved: at every shared access, or only at synchronisation operations and Atomics. */
  readonly switch?: string
  /** Whether data races are bugs; they always are with `switch: 'sync'`. */
  readonly races?: boolean
  /** Patterns of files whose code is trusted as atomic. */
  readonly seal?: readonly string[]
  /** Whose values are choices, of random numbers and the time: those given, or some usual ones (true). */
  readonly explore?: ExploreOption
  /** Values of inputs, each of its domain or as text of the command line. Those of others are gone through. */
  readonly input?: GivenInput
  /** How: `all` of them, one after the other (default), or `symbolic`, those that behave alike at once. */
  readonly inputs?: string
  /** A hash of the program's source, for schedules to notice that it changed. */
  readonly sourceHash?: number
}

export type ExploreOption = Readonly<Record<string, true | readonly number[]>>

export const DEFAULT_MAX_DEPTH = 10_000
export const DEFAULT_BUDGET_MS = 60_000
export const DEFAULT_MAX_ROWS = 10_000
/** D 8.4: two rounds of a loop that only yields show all there is to see. */
export const DEFAULT_FAIR_LIMIT = 2

export const reductionNames: readonly ReductionName[] = ['none', 'dpor', 'optimal', 'stateful']
/** The first one is what is done unless another one is asked for. */
export const orderNames: readonly string[] = ['dfs', BEST_FIRST, ...sampledOrderNames]
export const DEFAULT_SEED = 1
/** Of most known bugs the depth is at most that (Burckhardt et al., ASPLOS 2010). */
export const DEFAULT_PCT_DEPTH = 3

/**
 * Which bounds grow unless others are asked for. Context switches complement preemptions: with many threads, few
 * switches leave out the orders in which they run one after the other, of which there are too many.
 */
const DEFAULT_ITERATED: readonly BoundName[] = ['preemption', 'context']

export const switchNames: readonly string[] = ['all', 'sync']

export const inputModes: readonly string[] = ['all', 'symbolic']

export type Bounds = Readonly<Partial<Record<BoundName, number>>>

/** What to search: one search, or passes with bounds that grow. */
export interface Plan {
  /** Bounds that grow; none for one search. */
  readonly iterate: readonly BoundName[]
  /** Whether passes without these take part, and executions drawn at random. */
  readonly portfolio: boolean
  /** Whether a search that explores equal states once may take the place of what is asked for. */
  readonly mayMerge: boolean
  readonly reduction: ReductionName
  readonly order: string
  /** Where the order draws executions instead of searching. */
  readonly sampling: Sampling | null
  /** Where it goes by priorities. */
  readonly bestFirst: BestFirstOptions | null
  /** In addition to those that grow. */
  readonly bounds: Bounds
  /** As asked for; `soundFor` says which of them a search with certain bounds may use. */
  readonly optimise: Optimisations
  readonly commute: Commutations
  readonly syncOnly: boolean
  readonly racesAreBugs: boolean
  readonly explore: Explored
}

export function planOf(options: CheckOptions): Plan {
  const { reduction, order = orderNames[0]!, bounds = {} } = options
  if (reduction !== undefined && !reductionNames.includes(reduction as ReductionName))
    throw usageError(`unknown reduction '${reduction}'; there are ${reductionNames.join(', ')}`)
  const { switch: switchAt = 'all' } = options
  if (!switchNames.includes(switchAt))
    throw usageError(`unknown switch mode '${switchAt}'; there are ${switchNames.join(', ')}`)
  if (!orderNames.includes(order)) throw usageError(`unknown order '${order}'; there are ${orderNames.join(', ')}`)
  for (const name of ['budgetMs', 'maxExecutions', 'maxDepth', 'maxRows'] as const) {
    const value = options[name]
    if (value !== undefined && !(value > 0)) throw usageError(`${name} must be a number above 0, got ${String(value)}`)
  }
  const { seed = DEFAULT_SEED } = options
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw usageError(`seed must be an integer from 0 and up, got ${String(seed)}`)
  const bestFirst = bestFirstOf(options, order, DEFAULT_SEED)
  const sampling = samplingOf(options, order)
  const checked = checkBounds(bounds)
  const bounded = Object.keys(checked).length > 0
  const asked = iteratedBounds(options, checked)
  if (reduction !== 'none') checkCombination(checked)
  if (reduction === 'optimal' && bounded) {
    throw usageError(
      `reduction 'optimal' explores without bounds, got ${Object.keys(checked).join(', ')}; use reduction 'dpor' with bounds`,
    )
  }
  if (reduction === 'stateful') checkStateful(options, checked)
  if (
    (reduction === 'optimal' || reduction === 'none' || reduction === 'stateful') &&
    !['all', 'none', undefined].includes(options.optimise)
  ) {
    throw usageError(
      `reduction '${reduction}' has no optimisations to choose, got '${options.optimise}'; leave one of the two out`,
    )
  }
  // What is said only matters where it differs from what would be done anyway.
  const isUsual = reduction === undefined && !bounded && order === orderNames[0]
  const iterate = asked ?? (isUsual ? DEFAULT_ITERATED : [])
  const limits = { ...checked, ...Object.fromEntries(iterate.map((name) => [name, boundTable[name].least])) }
  return {
    iterate,
    portfolio: iterate.length > 0 && reduction === undefined && bestFirst === null,
    mayMerge:
      reduction === undefined && order === orderNames[0] && options.optimise === undefined && mergesWithin(checked),
    reduction: sampling !== null ? 'none' : ((reduction as ReductionName | undefined) ?? 'dpor'),
    order,
    sampling,
    bestFirst,
    syncOnly: switchAt === 'sync',
    racesAreBugs: options.races === true || switchAt === 'sync',
    bounds: checked,
    explore: exploredOf(options.explore ?? {}),
    optimise: parseOptimisations(options.optimise ?? 'all', limits),
    commute: parseCommutations(options.commute ?? 'none', limits, options.races === true || switchAt === 'sync'),
  }
}

/** What is drawn at random, where something is; searches have no use for a seed, and samples none for what makes a search smaller. */
function samplingOf(options: CheckOptions, order: string): Sampling | null {
  const { seed = DEFAULT_SEED, pctDepth = DEFAULT_PCT_DEPTH, reduction, bounds = {}, optimise, commute } = options
  const sampled = sampledOrderNames.join(', ')
  if (options.pctDepth !== undefined && order !== 'pct')
    throw usageError(`pctDepth is for order 'pct', got order '${order}'; leave one of the two out`)
  if (!sampledOrderNames.includes(order as SampledOrderName)) {
    if (options.seed === undefined || order === BEST_FIRST) return null
    throw usageError(`seed is for an order that samples (${sampled}), got order '${order}'; leave one of the two out`)
  }
  if (!Number.isSafeInteger(pctDepth) || pctDepth < 1)
    throw usageError(`pctDepth must be an integer from 1 and up, got ${String(pctDepth)}`)
  const given = [
    reduction === undefined ? null : `reduction '${reduction}'`,
    ...Object.keys(bounds).map((name) => `the ${name} bound`),
    ...namesIn(options.iterate ?? []).map((name) => `iterating ${name}`),
    optimise === undefined || optimise === 'all' ? null : `optimise: '${optimise}'`,
    commute === undefined || commute === 'none' ? null : `commute: '${commute}'`,
  ].find((name) => name !== null)
  if (given !== undefined)
    throw usageError(
      `order '${order}' draws executions at random, so ${given} means nothing to it; leave one of the two out`,
    )
  return { order: order as SampledOrderName, seed, pctDepth }
}

const namesIn = (names: string | readonly string[]): readonly string[] => (typeof names === 'string' ? [names] : names)

/**
 * Bounds that are to grow; undefined when nothing was said. A pass that ends is followed by another one as long as its
 * bound excluded something, so nothing else may exclude but fairness, which is counted for itself.
 */
function iteratedBounds({ iterate, reduction }: CheckOptions, bounds: Bounds): readonly BoundName[] | undefined {
  if (iterate === undefined) return undefined
  const names = namesIn(iterate)
  if (names.length === 0) throw usageError(`iterate expects a bound of ${Object.keys(boundTable).join(', ')}, got none`)
  for (const [i, name] of names.entries()) {
    if (!isBoundName(name)) throw usageError(`unknown bound '${name}'; there are ${Object.keys(boundTable).join(', ')}`)
    if (names.indexOf(name) < i) throw usageError(`the ${name} bound is to be iterated twice; name it once`)
    if (name in bounds)
      throw usageError(`the ${name} bound is ${bounds[name]} and to be iterated; leave one of the two out`)
    const other = Object.keys(bounds).find((one) => one !== 'fair' && name !== 'fair')
    if (other !== undefined)
      throw usageError(
        `the ${name} bound grows until it excludes nothing, so only the fair bound can go with it, got ${other}; leave one of the two out`,
      )
  }
  if (reduction === 'optimal' || reduction === 'stateful')
    throw usageError(`reduction '${reduction}' does not iterate bounds, got ${names.join(', ')}; use reduction 'dpor'`)
  return names as readonly BoundName[]
}

/** Whether equal states can be told within these bounds. */
export const mergesWithin = (bounds: Bounds): boolean =>
  Object.keys(bounds).every((name) => boundTable[name as BoundName].tellsStates)

/** What merging equal states does not know about. */
function checkStateful({ switch: switchAt, commute }: CheckOptions, bounds: Bounds): void {
  const other = Object.keys(bounds).find((name) => !mergesWithin({ [name]: 0 }))
  if (other !== undefined)
    throw usageError(
      `reduction 'stateful' knows no bound on local states, got ${other}: its costs depend on how a state was reached; use reduction 'dpor' with that`,
    )
  if (switchAt === 'sync')
    throw usageError("reduction 'stateful' looks at every access, so it cannot go with switch: 'sync'; leave one out")
  if (commute !== undefined && commute !== 'none')
    throw usageError(`reduction 'stateful' needs no commute: '${commute}', as equal states are merged; leave one out`)
}

/** The values to choose from, by kind. */
export function exploredOf(option: ExploreOption): Explored {
  const explored: Partial<Record<SupplyKind, readonly number[]>> = {}
  for (const [name, given] of Object.entries(option)) {
    const kind = supplyKinds.find((known) => known === name)
    if (kind === undefined) throw usageError(`explore: there is no '${name}'; there are ${supplyKinds.join(', ')}`)
    explored[kind] = given === true ? usualValues[kind] : checkValues(kind, given)
  }
  return explored
}

function checkValues(kind: SupplyKind, values: readonly number[]): readonly number[] {
  const isValid = (value: number): boolean =>
    Number.isFinite(value) && value >= 0 && (kind === 'random' ? value < 1 : Number.isInteger(value))
  const wrong = values.find((value) => !isValid(value))
  if (values.length > 0 && wrong === undefined) return values
  const expected = kind === 'random' ? 'numbers from 0 to below 1' : 'whole milliseconds from 0 and up'
  throw usageError(`explore: ${kind} expects ${expected}, got ${wrong === undefined ? 'none' : String(wrong)}`)
}

function parseCommutations(text: string, bounds: Bounds, racesAreBugs: boolean): Commutations {
  const names =
    text === 'all'
      ? commutationNames
      : text === 'none'
        ? []
        : text
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '')
  const unknown = names.find((name) => !commutationNames.includes(name as CommutationName))
  if (unknown !== undefined)
    throw usageError(`unknown commutation '${unknown}'; there are ${commutationNames.join(', ')}, or all or none`)
  const local = Object.keys(bounds).find((name) => name.startsWith('local-'))
  if (names.length > 0 && local !== undefined) {
    throw usageError(
      `the ${local} bound measures what depends on what, so nothing else can commute; leave out the bound or commute: '${text}'`,
    )
  }
  // Updates order what comes before and after them in their threads, so in which order they come matters to races.
  if (racesAreBugs && names.includes('unused-results')) {
    throw usageError(
      `where data races are bugs, updates do not commute: each orders its thread after those before it; leave out 'unused-results', or races and switch: 'sync'`,
    )
  }
  return { failedCas: names.includes('failed-cas'), unusedResults: names.includes('unused-results') }
}

export const commutationsOf = ({ failedCas, unusedResults }: Commutations): CommutationName[] => [
  ...(failedCas ? ['failed-cas' as const] : []),
  ...(unusedResults ? ['unused-results' as const] : []),
]

function checkBounds(bounds: Readonly<Record<string, number>>): Bounds {
  for (const [name, limit] of Object.entries(bounds)) {
    if (!isBoundName(name)) throw usageError(`unknown bound '${name}'; there are ${Object.keys(boundTable).join(', ')}`)
    const { least } = boundTable[name]
    if (!Number.isInteger(limit) || limit < least)
      throw usageError(`the ${name} bound must be an integer from ${least} and up, got ${String(limit)}`)
  }
  return bounds
}

/**
 * With a reduction, fairness goes with one other bound [Coons, dissertation, 6.6], and costs of traces go with each
 * other: together they are one. Others do not go together: under a preemption bound a thread that a local bound stops
 * is still one that could go on, and leaving it costs, wherever it was started.
 */
function checkCombination(bounds: Bounds): void {
  const names = Object.keys(bounds) as BoundName[]
  const others = names.filter((name) => name !== 'fair')
  if (others.length < 2 || names.every((name) => boundTable[name].properties.stable)) return
  const stable = Object.keys(boundTable).filter((name) => boundTable[name as BoundName].properties.stable)
  throw usageError(
    `with a reduction, only the fair bound can be combined with another one, and ${stable.join(', ')} with each other, got ${names.join(' and ')}; leave one out, or use reduction 'none'`,
  )
}

function parseOptimisations(text: string, bounds: Bounds): Optimisations {
  const all = Object.fromEntries(optimisationNames.map((name) => [name, true])) as unknown as Optimisations
  if (text === 'all') return all
  if (text === 'none') return noOptimisations
  const names = text.split(',').map((name) => name.trim())
  for (const name of names) {
    if (!optimisationNames.includes(name as OptimisationName)) {
      throw usageError(`unknown optimisation '${name}'; there are ${optimisationNames.join(', ')}, or all or none`)
    }
  }
  const asked = Object.fromEntries(
    optimisationNames.map((name) => [name, names.includes(name)]),
  ) as unknown as Optimisations
  if (asked.release && !soundFor(asked, bounds).release) {
    throw usageError(
      `the release optimisation loses executions under a bound that looks at whether threads are enabled (${lookingAtEnabledness.join(', ')}); leave it out`,
    )
  }
  return asked
}

/**
 * Errata 21: before a release, a bound that looks at enabledness may find a cheaper way. Sealing looks at it as well.
 */
const lookingAtEnabledness: readonly BoundName[] = ['preemption', 'delta', 'fair']

/** The optimisations among those asked for that mean something and lose nothing under these bounds, in this order. */
export function soundFor(asked: Optimisations, bounds: Bounds, sealing = false, bestFirst = false): Optimisations {
  const release = asked.release && !sealing && !lookingAtEnabledness.some((name) => name in bounds)
  const sleep = asked.sleep && (!bestFirst || sleepsBestFirst(bounds, sealing))
  return { ...asked, release, sleep }
}

/** Sealing is a bound that only BPOR knows. */
export function reductionFor(reduction: ReductionName, sealing: boolean): ReductionName {
  return (reduction === 'optimal' || reduction === 'stateful') && sealing ? 'dpor' : reduction
}

export function namesOf(optimise: Optimisations): OptimisationName[] {
  return optimisationNames.filter((name) => optimise[name])
}
