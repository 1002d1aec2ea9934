import type { BoundName } from '../../src/bounds/bound.ts'
import { bounds } from '../../src/bounds/index.ts'
import { noOptimisations, optimisationNames, type Optimisations } from '../../src/search/optimisations.ts'
import { type PriorityName, priorityNames } from '../../src/search/priorities/index.ts'
import type { CheckOptions } from '../../src/checking/checker.ts'
import { defaultCapacities } from '../../src/base/capacities.ts'
import { leastCapacities, smallCapacities } from './capacities.ts'
import type { CheckSetting } from './check-results.ts'
import { setting, type Setting } from './compare.ts'
import type { Random } from './programs/random.ts'
import type { Limits } from './reference/costs.ts'

/** Limits worth trying: small ones cut most, and there the reductions go wrong. */
const limitsOf: Readonly<Record<BoundName, readonly number[]>> = {
  preemption: [0, 1, 2, 3],
  context: [0, 1, 2, 3, 5],
  delta: [0, 1, 2, 3],
  fair: [0, 1, 2],
  depth: [2, 4, 6, 9],
  'local-depth': [1, 2, 3, 4, 6],
  'local-context': [0, 1, 2, 3],
}

const boundNames = Object.keys(limitsOf) as BoundName[]

/** Unbounded, every bound, and fairness with every other bound. */
export function allLimits(): Limits[] {
  const single = boundNames.flatMap((name) => limitsOf[name].map((limit) => ({ [name]: limit })))
  const fair = boundNames
    .filter((name) => name !== 'fair')
    .flatMap((name) => limitsOf[name].flatMap((limit) => limitsOf.fair.map((lead) => ({ fair: lead, [name]: limit }))))
  return [{}, ...single, ...fair]
}

/**
 * Release is refused where the dissertation (6.3) refuses it: with bounds to whose cost it matters who is enabled.
 */
export function allowsRelease(limits: Limits): boolean {
  return limits.preemption === undefined && limits.delta === undefined && limits.fair === undefined
}

export function optimisationSets(limits: Limits): Optimisations[] {
  const usable = optimisationNames.filter((name) => name !== 'release' || allowsRelease(limits))
  const sets: Optimisations[] = []
  for (let bits = 0; bits < 1 << usable.length; bits++) {
    sets.push({
      ...noOptimisations,
      ...Object.fromEntries(usable.filter((_, i) => (bits & (1 << i)) !== 0).map((name) => [name, true])),
    })
  }
  return sets
}

/** None, each alone, all. */
export function fewOptimisationSets(withRelease: boolean): Optimisations[] {
  const usable = optimisationNames.filter((name) => name !== 'release' || withRelease)
  const on = (names: readonly string[]): Optimisations => ({
    ...noOptimisations,
    ...Object.fromEntries(names.map((name) => [name, true])),
  })
  return [on([]), ...usable.map((name) => on([name])), on(usable)]
}

export const isUnbounded = (limits: Limits): boolean => Object.keys(limits).length === 0

/** Within each limit, the search that a check uses. */
export function boundedSettings(): Setting[] {
  return limits
    .filter((limit) => !isUnbounded(limit))
    .map((limit) => ({ reduction: 'dpor', limits: limit, optimise: optimisationSets(limit).at(-1)! }))
}

/** Within bounds that are costs of traces, alone and combined, where a bound keeps nothing from going to sleep. */
export function stableSettings(random: Random): Setting[] {
  const names = boundNames.filter((name) => bounds[name].properties.stable)
  const single = names.flatMap((name) => limitsOf[name].map((limit): Limits => ({ [name]: limit })))
  const pairs = names.flatMap((name, i) =>
    names.slice(i + 1).map(
      (other): Limits => ({
        [name]: random.pick(limitsOf[name]),
        [other]: random.pick(limitsOf[other]),
      }),
    ),
  )
  const all: Limits = Object.fromEntries(names.map((name) => [name, random.pick(limitsOf[name])]))
  return [...single, ...pairs, all].map((chosen) => ({
    reduction: 'dpor',
    limits: chosen,
    optimise: { ...random.pick(optimisationSets(chosen)), sleep: true },
    prefer: random.pick(['running', 'lowest', 'highest'] as const),
    ...maybeSmall(random),
  }))
}

const priorityLists: readonly (readonly PriorityName[])[] = [
  [],
  ...priorityNames.map((name) => [name]),
  ['dpor', 'pb'],
  ['pb', 'random'],
]

/** Best-first searches, by any priorities, within any bounds, with any optimisations. */
export function bestFirstSettings(random: Random, withUnreduced: boolean): Setting[] {
  const drawn = (chosen: Limits, reduction: 'none' | 'dpor'): Setting => {
    const sets = optimisationSets(chosen)
    return {
      reduction,
      limits: chosen,
      optimise: random.chance(0.5) ? sets.at(-1)! : random.pick(sets),
      bestFirst: { priorities: random.pick(priorityLists), seed: random.below(1000) },
      ...maybeSmall(random),
    }
  }
  const stable = random.pick(stableSettings(random))
  return [
    drawn({}, 'dpor'),
    drawn({}, 'dpor'),
    { ...drawn(stable.limits, 'dpor'), optimise: stable.optimise },
    drawn({ preemption: random.pick(limitsOf.preemption) }, 'dpor'),
    drawn(random.pick(limits), 'dpor'),
    drawn(random.pick(limits), 'dpor'),
    ...(withUnreduced ? [drawn({}, 'none'), drawn(random.pick(limits), 'none')] : []),
  ]
}

/** Two of them. */
export function someBestFirst(random: Random, withUnreduced: boolean): Setting[] {
  const all = bestFirstSettings(random, withUnreduced)
  return [random.pick(all), random.pick(all)]
}

/** Whole checks that explore equal states once: they say who of several interchangeable threads has returned what. */
export const statefulChecks = (random: Random): CheckSetting[] => [
  { options: { reduction: 'stateful', allBugs: true } },
  {
    options: { reduction: 'stateful', allBugs: true, bounds: { preemption: random.pick(limitsOf.preemption) } },
    capacities: { ...defaultCapacities, ...smallCapacities(random) },
  },
]

/** Searches that explore equal states once, with tables of all sizes, and within bounds that tell states. */
export function statefulSettings(random: Random): Setting[] {
  const plain = { ...setting('stateful'), prefer: random.pick(['running', 'lowest', 'highest'] as const) }
  const undone = { ...defaultCapacities, checkedAtFirst: 0, checkedEvery: 2 ** 30 }
  const other = random.pick(boundsThatTellStates.filter((name) => name !== 'fair'))
  const bounded = [
    ...[0, 1, 2, 3].map((limit) => setting('stateful', { preemption: limit })),
    ...boundsThatTellStates.map((name) => setting('stateful', { [name]: random.pick(limitsOf[name]) })),
    setting('stateful', { fair: random.pick(limitsOf.fair), [other]: random.pick(limitsOf[other]) }),
  ]
  return [
    plain,
    { ...plain, capacities: undone },
    { ...plain, capacities: smallCapacities(random) },
    ...bounded,
    { ...random.pick(bounded), capacities: undone },
    { ...random.pick(bounded), capacities: smallCapacities(random) },
  ]
}

const boundsThatTellStates = boundNames.filter((name) => bounds[name].tellsStates)

/** Every search of a program that should agree with the reference. */
export function allSettings(withUnreduced: boolean): Setting[] {
  return allLimits().flatMap((limits) => [
    ...(withUnreduced ? [setting('none', limits)] : []),
    ...(isUnbounded(limits) ? [setting('optimal', limits)] : []),
    ...optimisationSets(limits).map((optimise): Setting => ({ reduction: 'dpor', limits, optimise })),
  ])
}

/** For tiny programs, of which there are many: small limits, with no optimisations and with all. */
export function tinySettings(yields: boolean): Setting[] {
  const bounded: Limits[] = [
    {},
    ...[0, 1].map((preemption) => ({ preemption })),
    ...[0, 1, 2].map((context) => ({ context })),
    ...[0, 1].map((delta) => ({ delta })),
    { depth: 3 },
    ...[1, 2, 3].map((limit) => ({ 'local-depth': limit })),
    ...[0, 1].map((limit) => ({ 'local-context': limit })),
    ...(yields
      ? [
          { fair: 0 },
          { fair: 0, preemption: 0 },
          { fair: 0, context: 1 },
          { fair: 0, delta: 0 },
          { fair: 1, preemption: 1 },
        ]
      : []),
  ]
  return bounded.flatMap((limits) => {
    const sets = fewOptimisationSets(allowsRelease(limits))
    return [
      ...(isUnbounded(limits) ? [setting('optimal', limits)] : []),
      setting('none', limits),
      ...[sets[0]!, sets.at(-1)!].map((optimise): Setting => ({ reduction: 'dpor', limits, optimise })),
    ]
  })
}

/** A few of them: one unreduced, and for some limits one optimisation alone or none, all of them, or any set. */
export function someSettings(random: Random, withUnreduced: boolean): Setting[] {
  const picked: Setting[] = [
    setting('optimal'),
    { ...setting('optimal'), capacities: { wakeupNodes: random.pick([0, 4, 16, 64]) } },
    { ...setting('optimal'), capacities: leastCapacities },
    { ...setting('optimal'), capacities: { ...smallCapacities(random), wakeupNodes: defaultCapacities.wakeupNodes } },
  ]
  if (withUnreduced) picked.push(setting('none', random.pick(limits)))
  for (const chosen of [
    {},
    { preemption: random.pick(limitsOf.preemption) },
    ...Array.from({ length: 6 }, () => random.pick(limits)),
  ]) {
    const sets = optimisationSets(chosen)
    picked.push({
      reduction: 'dpor',
      limits: chosen,
      optimise: random.chance(0.4) ? sets.at(-1)! : random.pick(sets),
      ...maybeSmall(random),
    })
  }
  picked.push(random.pick(stableSettings(random)))
  return picked
}
const limits = allLimits()

/** Half of the searches with small capacities. */
function maybeSmall(random: Random): Pick<Setting, 'capacities'> {
  if (random.chance(0.5)) return {}
  return { capacities: random.chance(0.2) ? leastCapacities : smallCapacities(random) }
}

/**
 * Searches with coarser equivalences, for programs that have what commutes. Local bounds are costs of traces, so they
 * do not go with it.
 */
export function commutingSettings(random: Random, withUnreduced: boolean): Setting[] {
  const commute = random.pick([
    { failedCas: true, unusedResults: false },
    { failedCas: false, unusedResults: true },
    { failedCas: true, unusedResults: true },
  ])
  const global = limits.filter((limit) => !('local-depth' in limit) && !('local-context' in limit))
  const some = [{}, { preemption: random.pick(limitsOf.preemption) }, random.pick(global), random.pick(global)]
  return [
    { ...setting('optimal'), commute },
    { ...setting('optimal'), commute, ...maybeSmall(random) },
    ...(withUnreduced ? [{ ...setting('none'), commute }] : []),
    ...some.map((chosen): Setting => {
      const sets = optimisationSets(chosen)
      return {
        reduction: 'dpor',
        limits: chosen,
        optimise: random.chance(0.4) ? sets.at(-1)! : random.pick(sets),
        commute,
        ...maybeSmall(random),
      }
    }),
  ]
}

/** Whole checks, with results as people get them. */
export function checkSettings(random: Random, withUnreduced: boolean, commuting: boolean): CheckSetting[] {
  const reduction = random.pick([
    undefined,
    undefined,
    'optimal',
    'optimal',
    'dpor',
    ...(withUnreduced ? ['none'] : []),
  ])
  const search = reduction === undefined ? {} : { reduction }
  const options: CheckOptions[] = [
    { ...search, allBugs: true },
    { ...search, allBugs: true, switch: 'sync' },
    random.pick<CheckOptions>([
      { ...search },
      { ...search, switch: 'sync' },
      { ...search, allBugs: true, races: true },
    ]),
    ...(commuting ? [{ ...search, allBugs: true, commute: 'all' }] : []),
    // Beside the search that is asked for, another one may merge equal states.
    { allBugs: true, bounds: { preemption: random.below(4) } },
  ]
  return options.map((one) => ({ options: one, ...maybeSmall(random) }))
}
