import type { Slot } from '../base/thread-numbers.ts'
import type { Estimate } from './estimate-range.ts'
import type { Reduction, Search } from './reduction.ts'

/** What a traversal does with the search that it directs. */
export interface Walk {
  readonly search: Search
  readonly reduction: Reduction
  /** The first `steps` events of S are executed again, without any bookkeeping, and are all of S. */
  goTo(steps: number): void
  /** S := S.next(final(S), thread) */
  execute(thread: Slot, choice: number): void
  /** What is to be explored from final(S), as if it had been reached for the first time. */
  visit(): void
  /** The next thread to explore from state `depth`, or -1; `again` when one has been explored from there. */
  pick(depth: number, again: boolean): number
  /** The last event of S is taken back. */
  pop(): void
  /** Whether what was explored from the state stands for all that commutes with it. */
  stands(state: number): boolean
  /** Whether all values of the `choose` that is event `at` are explored from there. */
  isWholeChoice(at: number): boolean
  /** Another event takes the place of event `at`, and is the last of S. */
  branch(at: number, thread: Slot, choice: number): void
}

/** How large a tree is. */
export interface TreeSize {
  /** Executions in the tree: those that are left to run, and those that they are differences from. */
  readonly nodes: number
  readonly fringe: number
  /** The states on the paths to all that is left: what a tree of states would hold. */
  readonly states: number
}

/** And when it had most nodes. */
export interface TreeSizes {
  readonly now: TreeSize
  readonly largest: TreeSize
  /** The most nodes that were in a file, and not in memory. */
  readonly onDisk: number
}

/** In which order a search explores what is to be explored. */
export interface Traversal {
  /** Goes to where the next execution leaves what was executed before, and executes its first event of its own. */
  replay(): void
  /** An execution is over: decides where the next one begins. False when nothing is left. */
  next(): boolean
  /** How many complete executions there may be in all; null while that cannot be told. */
  estimate(): Estimate | null
  /** How many times as many runs are left as there were, abandoned ones included; null while that cannot be told. */
  timesLeft(): number | null
  /** How large the tree of executions is, where there is one. */
  readonly sizes: TreeSizes | null
}
