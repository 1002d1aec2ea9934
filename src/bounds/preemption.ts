import type { Slot } from '../base/thread-numbers.ts'
import { EventFlag } from '../trace/event-log.ts'
import { doubled } from '../base/columns.ts'
import type { Bound, BoundEntry, SearchView, TellSituation } from './bound.ts'
import { CostStack } from './cost-stack.ts'

/**
 * Pb counts switches away from a thread that could have gone on [Coons, dissertation, Def. 2.9, Alg. 11]. A switch away
 * from a thread that has just yielded, or that another bound (fairness) blocks, is free (errata 10).
 */
class PreemptionBound implements Bound {
  readonly name = 'preemption'
  readonly limit: number
  private readonly view: SearchView
  private readonly costs: CostStack

  constructor(limit: number, view: SearchView) {
    this.limit = limit
    this.view = view
    this.costs = new CostStack(view.capacities.room)
  }

  cost(): number {
    return this.costs.top
  }

  costOf(u: number): number {
    return this.costs.top + this.price(this.view.depth, u)
  }

  push(depth: number): void {
    this.costs.push(this.costs.top + this.price(depth, this.view.log.thread[depth]!))
    if (depth >= this.blockStarts.length) this.blockStarts = doubled(this.blockStarts)
    this.blockStarts[depth] = this.continuesBlock(depth) ? this.blockStarts[depth - 1]! : depth
  }
  /** By event: the first event of the block that contains it. Looking for it would take as long as the block is. */
  private blockStarts = new Int32Array(64)

  pop(): void {
    this.costs.pop()
  }

  /**
   * 1 if running u from pre(S, i) preempts the thread that ran before; errata 5: at the very start nobody is preempted.
   */
  private price(i: number, u: number): number {
    if (i === 0) return 0
    const { log } = this.view
    const last = log.thread[i - 1]!
    if (last === u || !this.view.isEnabledAt(i, last)) return 0
    if (log.has(i - 1, EventFlag.yields)) return 0
    return this.view.isOverOthersAt(i, last, this) ? 0 : 1
  }

  spent(): number {
    return this.costs.top
  }

  /** Whom another thread would have to preempt. */
  tellSituation(tell: TellSituation, nameOf: (thread: Slot) => number): void {
    const { depth, log } = this.view
    if (depth === 0 || log.has(depth - 1, EventFlag.yields)) return
    const last = log.thread[depth - 1]!
    if (this.view.isEnabledAt(depth, last)) tell(0, nameOf(last))
  }

  initialize(): void {
    /* Alg. 11, l. 2-6: one thread, the cheapest, is enough */
  }

  /**
   * Alg. 11, l. 10-11: also at the start of the block of one thread that contains S_i, where switching costs nothing.
   * The very first transition is such a start, and a block ends after a yield (errata 4, 12), unless sealed code goes
   * on there.
   */
  backtrack(i: number, u: number): void {
    const { log } = this.view
    let j = this.blockStarts[i]!
    if (j < i) this.addAt(j, u)
    while (j > 0 && log.has(j, EventFlag.sealed) && log.thread[j - 1] === log.thread[j]) {
      j = this.blockStarts[j - 1]!
      this.addAt(j, u)
    }
  }

  /**
   * Other bounds have to add there what they add at i: fairness may block u at j too, and someone else is needed first.
   */
  private addAt(j: number, u: number): void {
    this.view.addConservative(j, u)
    this.view.backtrackOthers(j, u, this)
  }

  private continuesBlock(i: number): boolean {
    const { log } = this.view
    return i > 0 && log.thread[i - 1] === log.thread[i] && !log.has(i - 1, EventFlag.yields)
  }
}

export const preemption: BoundEntry = {
  summary: 'at most N preemptions: switches away from a thread that could have gone on',
  properties: { monotonic: true, stable: false, extensible: false },
  tellsStates: true,
  least: 0,
  make: (limit, view) => new PreemptionBound(limit, view),
}
