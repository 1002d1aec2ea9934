import type { BoundName } from '../../src/bounds/bound.ts'
import type { Program } from '../../src/program/program.ts'

/**
 * A program and how many traces it has. Every file in the folders beside this one exports one of these, and
 * `litmus.test.ts` checks it in every way that it can.
 */
export interface Litmus {
  readonly program: Program
  /**
   * How the counts are known. `anchors`: published, and agreed on by several tools. `closed form`: derived by hand, the
   * file says how. `unreduced`: counted by the search without reduction, which shares neither backtrack points nor
   * sleep sets with what is tested; for preemption bounds, costs are also counted anew from the schedules.
   */
  readonly source: 'anchors' | 'closed form' | 'unreduced'
  /** Complete executions without reduction; left out where there are too many. */
  readonly interleavings?: number
  readonly traces: number
  /** How many of the traces end in a deadlock. */
  readonly deadlocks?: number
  /** Traces within a bound, for the limits 0, 1, 2, … */
  readonly bounds?: Readonly<Partial<Record<BoundName, readonly number[]>>>
  /** Too large for trying all orders of its threads. */
  readonly large?: boolean
  /** Too large for any but the optimal reduction. */
  readonly optimalOnly?: boolean
}
