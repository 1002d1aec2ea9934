import type { Slot } from '../../base/thread-numbers.ts'
import { withRoom } from '../../base/columns.ts'
import { EventFlag } from '../../trace/event-log.ts'
import type { Search } from '../reduction.ts'

/** How many preemptions the prefixes of S have, whether or not a bound counts them (Def. 2.9, errata 10). */
export class PreemptionCounts {
  private readonly search: Search
  /** By state: those among the events before it. */
  private counts = new Int32Array(1)

  constructor(search: Search) {
    this.search = search
  }

  /** S is new from state `from` on. */
  begin(from: number): void {
    const { depth, log } = this.search
    this.counts = withRoom(this.counts, depth + 1)
    for (let i = from; i < depth; i++) this.counts[i + 1] = this.of(i, log.thread[i]!)
  }

  /** With the one that running the thread from pre(S, i) is. */
  of(i: number, thread: Slot): number {
    return this.counts[i]! + (this.isPreemption(i, thread) ? 1 : 0)
  }

  private isPreemption(i: number, thread: Slot): boolean {
    if (i === 0) return false
    const { log, stack } = this.search
    const last = log.thread[i - 1]!
    return (
      last !== thread && stack.isEnabled(i, last) && !log.has(i - 1, EventFlag.yields) && !stack.unfair.has(i, last)
    )
  }
}
