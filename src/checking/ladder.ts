import type { BoundName } from '../bounds/bound.ts'
import type { Bounds } from './check-options.ts'
import { Lane } from './lane.ts'
import type { Pass } from './pass.ts'

/** `before`: the pass at the limit before, unless there is none, or it had to start again. */
type MakeBounded = (bounds: Bounds, sealing: boolean, before: Pass | null) => Pass

/**
 * Passes with one bound that grows: at its least limit, then at one more, and so on, each complete before the next
 * begins. Without such a bound, one pass.
 */
export class Ladder extends Lane {
  /** The bound that grows. */
  readonly bound: BoundName | null
  /** Those that are complete, from the least limit on. */
  readonly finished: Pass[] = []
  declare pass: Pass
  /** Nothing is left to do: the last pass excluded nothing. */
  done = false

  private readonly make: MakeBounded

  constructor(bound: BoundName | null, first: Bounds, make: MakeBounded) {
    super(make(first, false, null), true)
    this.bound = bound
    this.make = make
  }

  get all(): Pass[] {
    return [...this.finished, this.pass]
  }

  /**
   * On to the next limit, when the pass at work is over and has excluded something. `waits`: others may say more of
   * executions that were cut.
   */
  advance(waits: boolean): void {
    const { bound, pass } = this
    if (!pass.finished || this.done) return
    const { excluded, unfair, cut } = pass.explorer.counters
    if (bound === null || (bound === 'fair' ? unfair : excluded) === 0) {
      this.done = cut === 0 || !waits
      return
    }
    this.finished.push(pass)
    this.pass = this.make({ ...pass.bounds, [bound]: pass.bounds[bound]! + 1 }, pass.sealing, pass)
  }

  /** The pass at work starts again, under other conditions. What it was is of no use any more. */
  restart(bounds: Bounds, sealing: boolean): Pass {
    const dropped = this.pass
    this.suspended = false
    this.pass = this.make(bounds, sealing, null)
    return dropped
  }
}
