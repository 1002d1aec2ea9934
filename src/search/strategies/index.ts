import { allOptimisations, noOptimisations, type Optimisations } from '../optimisations.ts'
import type { Preference } from '../preference.ts'
import type { Reduction, Search } from '../reduction.ts'
import { Bpor } from './bpor.ts'
import { CachedBpor } from './cached-bpor.ts'
import { Exhaustive } from './exhaustive.ts'
import { Stateful } from './stateful.ts'
import { Optimal } from './optimal.ts'

export type ReductionName = 'none' | 'dpor' | 'optimal' | 'stateful'

/** What a search has to know of its reduction before it makes it. */
export interface Strategy {
  /** Which of the optimisations that were asked for it has. */
  optimisations(asked: Optimisations, bounded: boolean): Optimisations
  /** Whether it asks what happens before what. */
  readonly needsClocks: boolean
  /** Whether it executes each trace once (but after failures), and tells traces apart. */
  readonly onePerTrace: boolean
  /** Whether it explores equal states once, so that not every trace is executed. */
  readonly mergesStates: boolean
  /** Which thread it explores first, unless it is told. */
  prefer(bounded: boolean): Preference
  make(search: Search): Reduction
}

/** All reductions. A new one is a file in this folder and an entry here. */
export const strategies: Readonly<Record<ReductionName, Strategy>> = {
  none: {
    optimisations: () => noOptimisations,
    needsClocks: false,
    onePerTrace: false,
    mergesStates: false,
    prefer: () => 'running',
    make: (search) => new Exhaustive(search),
  },
  dpor: {
    optimisations: (asked) => asked,
    needsClocks: true,
    onePerTrace: false,
    mergesStates: false,
    prefer: () => 'running',
    make: (search) => (CachedBpor.canBe(search) ? new CachedBpor(search) : new Bpor(search)),
  },
  stateful: {
    optimisations: (_, bounded) => ({ ...allOptimisations, release: !bounded }),
    needsClocks: true,
    onePerTrace: false,
    mergesStates: true,
    // Without bounds never much larger than the other ways, and up to seven times smaller (docs/decisions/states.md).
    prefer: (bounded) => (bounded ? 'running' : 'highest'),
    make: (search) => (Stateful.canBe(search) ? new Stateful(search) : new Bpor(search)),
  },
  optimal: {
    optimisations: () => ({ ...noOptimisations, sleep: true }),
    needsClocks: true,
    onePerTrace: true,
    mergesStates: false,
    prefer: () => 'running',
    make: (search) => new Optimal(search),
  },
}
