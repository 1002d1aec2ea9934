import type { Operation } from '../program/operations/operation.ts'

/** How a search chooses what to explore from a state. */
export interface Reduction {
  /**
   * In state final(S), which has just been reached for the first time: adds backtrack points for the pending
   * transitions and
   * initializes the state's own backtrack set (Alg. 7 and 8, l. 4-11).
   */
  visit(): void
  /**
   * In state final(S), from which no thread can go on: adds backtrack points for what is still pending. A blocked
   * operation
   * may have been possible before the event that blocked it (errata 23).
   */
  end(): void

  // For reductions that keep what is to be explored in structures of their own.

  /** The next thread to explore from state `depth`, or -1; `again` when one has been explored from there. */
  pick?(depth: number, again: boolean): number
  /**
   * How many threads are left to explore from state `depth`, as far as is known, besides the one that is being
   * explored.
   */
  left?(depth: number): number
  /** The value for the `choose` that the picked thread executes from state `depth`, or -1 for all of them. */
  choiceAt?(depth: number): number
  /** The operation is about to become event `depth`. */
  executing?(depth: number, op: Operation): void
  /** Everything below state `depth` of S has been explored. */
  leave?(depth: number): void
  /** The execution has been looked at: now it may be used for other things. */
  plan?(): void
}
