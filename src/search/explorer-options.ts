import type { BoundName } from '../bounds/bound.ts'
import type { RaceDetector } from '../trace/race-detector.ts'
import type { BestFirstOptions } from './best-first/best-first.ts'
import type { Commutations } from './commutations.ts'
import type { Discoveries } from './discoveries.ts'
import type { Optimisations } from './optimisations.ts'
import type { Preference } from './preference.ts'
import type { ReductionName } from './strategies/index.ts'

export interface ExplorerOptions {
  readonly reduction: ReductionName
  readonly bounds: Readonly<Partial<Record<BoundName, number>>>
  readonly optimise: Optimisations
  /** Whether the program has sealed code, which must then be respected. */
  readonly sealing?: boolean
  readonly commute?: Commutations
  /** Which of several threads is explored first: by default the one that ran last. */
  readonly prefer?: Preference
  /** Where executions are explored in the order of their priorities, instead of depth-first. */
  readonly bestFirst?: BestFirstOptions
  readonly maxDepth: number
  /** Whether distinct traces and local states are counted. */
  readonly count: boolean
  /** What other searches of the same check have seen. */
  readonly seen?: Discoveries | null
  /** Sees all events, to find data races. */
  readonly races?: RaceDetector
}

/** Told about every complete execution, while its final state is still there. Returns true to end the search. */
export type OnExecution = (depth: number) => boolean
