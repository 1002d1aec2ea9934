import type { Random } from '../support/random.ts'
import { type IndependentProgram, operationsOf } from './language.ts'
import { type Bounds, ENOUGH } from './scope.ts'

/** Options of `check` that are compared; everything else stays as it is by default. */
export interface Search {
  readonly reduction?: 'none' | 'dpor' | 'optimal' | 'stateful'
  readonly order?: 'best-first'
  readonly priority?: string
  readonly iterate?: readonly string[]
  readonly bounds?: Bounds
  readonly optimise?: string
  readonly commute?: string
  readonly switch?: 'sync'
  readonly allBugs?: boolean
  readonly races?: boolean
  readonly count?: boolean
  readonly maxDepth?: number
}

const all = { allBugs: true } as const

/** Run on every program: what people use. */
const ALWAYS: readonly Search[] = [
  {},
  all,
  { reduction: 'optimal', ...all },
  { reduction: 'dpor', ...all },
  { reduction: 'stateful', ...all },
]

const OTHERS: readonly Search[] = [
  { reduction: 'none', ...all },
  { reduction: 'none' },
  { reduction: 'dpor' },
  { reduction: 'optimal' },
  { reduction: 'stateful' },
  { reduction: 'stateful', count: false, ...all },
  ...[0, 1, 2, 3].map((preemption) => ({ reduction: 'stateful', bounds: { preemption }, ...all }) as const),
  { order: 'best-first', ...all },
  { order: 'best-first', reduction: 'none', ...all },
  ...['dpor', 'ss', 'random', 'new-states', 'random,pb'].map(
    (priority) => ({ order: 'best-first', priority, ...all }) as const,
  ),
  { order: 'best-first', bounds: { preemption: 1 }, ...all },
  { order: 'best-first', bounds: { context: 3 }, ...all },
  ...['preemption', 'context', 'delta', 'depth', 'local-depth', 'local-context'].map(
    (bound) => ({ iterate: [bound], reduction: 'dpor', ...all }) as const,
  ),
  { reduction: 'optimal', count: false, ...all },
  { reduction: 'dpor', count: false, ...all },
  { reduction: 'dpor', optimise: 'none', ...all },
  ...['trans', 'alt', 'release', 'sleep', 'cache', 'sleep,cache', 'trans,alt,release'].map(
    (optimise) => ({ reduction: 'dpor', optimise, ...all }) as const,
  ),
  { races: true, ...all },
  { maxDepth: 6, ...all },
  { maxDepth: 9 },
  { maxDepth: 6, reduction: 'dpor', ...all },
  { maxDepth: 9, reduction: 'optimal', ...all },
  { maxDepth: 6, reduction: 'none', ...all },
]

const COMMUTES = ['failed-cas', 'unused-results', 'all']
const COMMUTING: readonly Search[] = COMMUTES.flatMap((commute) => [
  { commute },
  { commute, ...all },
  { commute, reduction: 'none', ...all } as const,
  { commute, reduction: 'dpor', ...all } as const,
  { commute, reduction: 'optimal', ...all } as const,
  { commute, reduction: 'optimal', count: false, ...all } as const,
  { commute, bounds: { preemption: 1 }, ...all } as const,
  { commute, bounds: { preemption: 0 } } as const,
])

const SYNC: readonly Search[] = [
  { switch: 'sync' },
  { switch: 'sync', ...all },
  { switch: 'sync', reduction: 'none', ...all },
  { switch: 'sync', reduction: 'dpor', ...all },
  { switch: 'sync', reduction: 'optimal', ...all },
  { switch: 'sync', reduction: 'optimal' },
  { switch: 'sync', commute: 'failed-cas', ...all },
  { switch: 'sync', commute: 'failed-cas', reduction: 'optimal', ...all },
  { switch: 'sync', bounds: { preemption: ENOUGH }, ...all },
]

/** Bounds whose costs the reference counts, and those of which it knows what they cannot leave out. */
const SMALL: Readonly<Record<string, readonly number[]>> = {
  preemption: [0, 1, 2, 3],
  context: [1, 2, 3, 4, 6],
  delta: [0, 1, 2, 4],
  depth: [4, 8, 12],
  fair: [0, 1, 2],
  'local-depth': [4, 8, 12],
  'local-context': [1, 2, 4],
}

const BOUNDED: readonly Search[] = Object.entries(SMALL).flatMap(([name, limits]) =>
  [...limits, ENOUGH].flatMap((limit): Search[] => {
    const bounds = { [name]: limit }
    return [{ bounds, ...all }, { bounds, ...all, optimise: 'none' }, { bounds, reduction: 'none', ...all }, { bounds }]
  }),
)

/** With a reduction, the fair bound can be combined with another one. */
const COMBINED: readonly Search[] = [
  { bounds: { preemption: 1, context: 4 }, reduction: 'none', ...all },
  { bounds: { preemption: 2, depth: 10 }, reduction: 'none', ...all },
  ...[0, 1, 2].flatMap((preemption) => [1, 2].map((fair): Search => ({ bounds: { preemption, fair }, ...all }))),
  { bounds: { preemption: 1, fair: 2 }, reduction: 'none', ...all },
  { bounds: { context: 3, fair: 2 }, ...all },
  { bounds: { preemption: ENOUGH, fair: ENOUGH }, ...all },
]

const COMMUTABLE = new Set(['cas', 'add', 'sub', 'and', 'or', 'xor'])

export function searchesFor(program: IndependentProgram, random: Random, further: number): Search[] {
  const commutes = [...operationsOf(program)].some(([verb]) => COMMUTABLE.has(verb))
  const pools = [OTHERS, SYNC, BOUNDED, BOUNDED, COMBINED, ...(commutes ? [COMMUTING, COMMUTING, COMMUTING] : [])]
  return [...ALWAYS, ...Array.from({ length: further }, () => random.pick(random.pick(pools)))]
}
