import { noOptimisations, type Optimisations } from '../optimisations.ts'
import type { Reduction, Search } from '../reduction.ts'
import { Bpor } from './bpor.ts'
import { CachedBpor } from './cached-bpor.ts'
import { Exhaustive } from './exhaustive.ts'
import { Optimal } from './optimal.ts'

export type ReductionName = 'none' | 'dpor' | 'optimal'

/** What a search has to know of its reduction before it makes it. */
export interface Strategy {
  /** Which of the optimisations that were asked for it has. */
  optimisations(asked: Optimisations): Optimisations
  /** Whether it asks what happens before what. */
  readonly needsClocks: boolean
  /** Whether it executes each trace once (but after failures), and tells traces apart. */
  readonly onePerTrace: boolean
  make(search: Search): Reduction
}

/** All reductions. A new one is a file in this folder and an entry here. */
export const strategies: Readonly<Record<ReductionName, Strategy>> = {
  none: {
    optimisations: () => noOptimisations,
    needsClocks: false,
    onePerTrace: false,
    make: (search) => new Exhaustive(search),
  },
  dpor: {
    optimisations: (asked) => asked,
    needsClocks: true,
    onePerTrace: false,
    make: (search) => (CachedBpor.canBe(search) ? new CachedBpor(search) : new Bpor(search)),
  },
  optimal: {
    optimisations: () => ({ ...noOptimisations, sleep: true }),
    needsClocks: true,
    onePerTrace: true,
    make: (search) => new Optimal(search),
  },
}
