import type { Slot } from '../base/thread-numbers.ts'
import type { Bound } from '../bounds/bound.ts'
import type { Execution } from '../execution/execution.ts'
import type { Operation } from '../program/operations/operation.ts'
import { EventFlag, type EventLog } from '../trace/event-log.ts'
import type { HappensBefore } from '../trace/happens-before.ts'
import type { BoundSet } from './bound-set.ts'
import type { Reduction } from './reduction.ts'
import type { SearchStack } from './search-stack.ts'

/** What bounds and reductions see of a search (`SearchView`, `Search`), and what they ask of each other through it. */
export abstract class SeenSearch {
  abstract readonly execution: Execution
  abstract readonly log: EventLog
  abstract readonly stack: SearchStack
  abstract readonly happensBefore: HappensBefore
  abstract readonly bounds: BoundSet
  protected abstract readonly reduction: Reduction
  /** len(S) */
  abstract depth: number

  protected abstract preferred(set: Int32Array, at: number, depth: number): number

  isEnabledAt(i: number, thread: Slot): boolean {
    return this.stack.isEnabled(i, thread)
  }
  handleOf(thread: Slot): number {
    return this.execution.threads[thread]!.handle
  }
  addConservative(i: number, thread: Slot): void {
    this.reduction.addConservative(i, thread)
  }
  addConservativeAll(i: number): void {
    this.reduction.addConservativeAll(i)
  }
  backtrackOthers(i: number, u: number, except: Bound): void {
    this.bounds.backtrackOthers(i, u, except)
  }
  isOverOthersAt(i: number, thread: Slot, except: Bound): boolean {
    return this.bounds.isOverOthersAt(i, thread, except)
  }

  next(thread: Slot): Operation {
    return this.execution.threads[thread]!.operation
  }

  isReleaseAt(i: number, thread: Slot): boolean {
    const event = this.happensBefore.firstAtOrAfter(thread, i)
    return event >= 0
      ? this.log.has(event, EventFlag.changesEnabledness)
      : this.log.changesEnabledness(this.next(thread))
  }

  cheapest(): number {
    if (this.bounds.size > 0) return this.bounds.cheapest
    const awake = this.stack.awakeAt(this.depth)
    return awake === null ? -1 : this.preferred(awake, 0, this.depth)
  }

  /** The costs of S under the bounds, by name. */
  costs(): Record<string, number> {
    return this.bounds.costs()
  }
}
