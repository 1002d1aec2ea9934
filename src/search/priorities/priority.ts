import type { Slot } from '../../base/thread-numbers.ts'
import type { Accesses } from '../../dependence/accesses.ts'
import type { OperationSpec } from '../../program/operations/operation-spec.ts'
import type { Search } from '../reduction.ts'

/** What a thread is about to do at some state of S. */
export interface NextOperation {
  readonly spec: OperationSpec
  readonly accesses: Accesses
  /** Where in the source, or 0. */
  readonly site: number
}

/** What a priority sees of the search: an execution S that has been run, and what is to branch off it. */
export interface PriorityView {
  readonly search: Search
  /** How many preemptions S up to pre(S, i) has, with the one that running the thread from there is. */
  preemptionsOf(i: number, thread: Slot): number
  /** Whether a dependence asks for the thread at pre(S, i), as far as is known: DPOR's backtrack set. */
  isDependent(i: number, thread: Slot): boolean
  nextOperation(i: number, thread: Slot): NextOperation
  /** How many local states were seen for the first time in S. */
  readonly newLocalStates: number
}

/**
 * How much one execution is to be preferred to others [Coons, dissertation, 3.5]: any function will do, since all are
 * explored in the end. One file, and one entry in `priorities`.
 */
export interface Priority {
  /** S has been executed, and is new from state `from` on. */
  begin?(from: number): void
  /** Of the execution in which the thread runs from pre(S, i): larger ones come first. */
  of(i: number, thread: Slot): number
}
