import type { Slot } from '../base/thread-numbers.ts'
import type { SearchView } from '../bounds/bound.ts'

import type { Execution } from '../execution/execution.ts'
import type { Operation } from '../program/operations/operation.ts'
import type { RaceDetector } from '../trace/race-detector.ts'
import type { TraceHash } from '../trace/trace-hash.ts'
import type { Arrangement } from './arrangements.ts'
import type { BoundSet } from './bound-set.ts'
import type { Commutations } from './commutations.ts'
import type { Counters } from './counters.ts'
import type { FairCycle } from './cycles/fair-cycle.ts'
import type { Optimisations } from './optimisations.ts'
import type { SearchStack } from './search-stack.ts'

/** What a reduction sees of the search that it is part of. */
export interface Search extends SearchView {
  readonly execution: Execution
  readonly stack: SearchStack
  readonly bounds: BoundSet
  readonly optimise: Optimisations
  readonly commute: Commutations
  readonly counters: Counters
  /** Sees all events of S, to find data races; null where nobody asks for them. */
  readonly raceDetector: RaceDetector | null
  /** Null where neither the search nor its result tells traces apart. */
  readonly hash: TraceHash | null
  /** An enabled thread that is within the bounds and awake, with the least cost; -1 when there is none. */
  cheapest(): number
  /** Which of the threads in the set is to be explored first; the set has `stack.width` words from `at` on. */
  preferred(set: Int32Array, at: number, depth: number): number
}

/** Which transitions a search explores from each state, and when: a strategy. One file and one entry in `strategies`. */
export interface Reduction {
  /**
   * In state final(S), which has just been reached for the first time: adds backtrack points for the pending
   * transitions and initializes the state's own backtrack set (Alg. 7 and 8, l. 4-11).
   */
  visit(): void
  /**
   * In state final(S), from which no thread can go on: adds backtrack points for what is still pending. A blocked
   * operation may have been possible before the event that blocked it (errata 23).
   */
  end(): void
  /** The next thread to explore from state `depth`, or -1; `again` when one has been explored from there. */
  pick(depth: number, again: boolean): number
  /** The value for the `choose` that the picked thread executes from state `depth`, or -1 for all of them. */
  choiceAt(depth: number): number
  /** The operation is about to become event `depth`. */
  executing(depth: number, op: Operation): void
  /** The execution has been looked at: now it may be used for other things. */
  plan(): void
  /** Everything below state `depth` of S has been explored. */
  leave(depth: number): void
  /** How many threads are left to explore from state `depth`, as far as is known, besides the one at work. */
  left(depth: number): number
  /** A bound wants the thread explored from state `i` too, though no dependence does: Alg. 18's `pending`. */
  addConservative(i: number, thread: Slot): void
  addConservativeAll(i: number): void
  /** Executions for which the one that has ended stands, besides: interchangeable threads have each other's parts. */
  readonly arrangements?: readonly Arrangement[]
  /** Whether it has met what it had taken to be otherwise, so that the search has to start over. */
  readonly isOutdated?: boolean
  /** Cycles of states, found since the last call, that can go on for ever though nobody is kept from running. */
  takeEndless?(): readonly FairCycle[]
  /** What is left to explore, as plain data, beyond what is in columns of the stack; and back. */
  save(): number[]
  restore(data: readonly number[], depth: number): void
}
