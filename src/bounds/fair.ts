import type { Slot } from '../base/thread-numbers.ts'
import { EventFlag } from '../trace/event-log.ts'
import { doubled } from '../base/columns.ts'
import type { Bound, BoundEntry, SearchView, TellSituation } from './bound.ts'
import { CostStack } from './cost-stack.ts'

/**
 * Fb is the largest lead in yields that a running thread had over an enabled one [bpor.txt, Def. 2.6, Alg. 4; errata 1:
 * the dissertation's Def. 2.11 has the sign reversed]. It cuts cycles of threads that yield when they make no progress.
 */
class FairBound implements Bound {
  readonly name = 'fair'
  readonly limit: number
  private readonly view: SearchView
  private readonly costs: CostStack
  /** By state and thread: how often the thread has yielded. */
  private yields: Int32Array

  constructor(limit: number, view: SearchView) {
    this.limit = limit
    this.view = view
    this.yields = new Int32Array(view.capacities.room * view.threads)
    this.costs = new CostStack(view.capacities.room)
  }

  cost(): number {
    return this.costs.top
  }

  costOf(u: number): number {
    return Math.max(this.costs.top, this.lead(this.view.depth, u))
  }

  push(depth: number): void {
    const { log } = this.view
    const thread = log.thread[depth]!
    this.costs.push(Math.max(this.costs.top, this.lead(depth, thread)))
    const { threads } = this.view
    const next = (depth + 1) * threads
    if (next + threads > this.yields.length) this.yields = doubled(this.yields)
    this.yields.copyWithin(next, depth * threads, next)
    if (log.has(depth, EventFlag.yields)) this.yields[next + thread]!++
  }

  pop(): void {
    this.costs.pop()
  }

  /** How many more yields u has at pre(S, i) than the enabled thread with the fewest. */
  private lead(i: number, u: number): number {
    const { yields, view } = this
    const row = i * view.threads
    const own = yields[row + u]!
    let least = own
    for (let t = 0; t < view.threads; t++)
      if (yields[row + t]! < least && view.isEnabledAt(i, t)) least = yields[row + t]!
    return own - least
  }

  isOverAt(i: number, thread: Slot): boolean {
    return this.lead(i, thread) > this.limit
  }

  /** A sequence keeps the bound as long as each of its transitions does, whatever came before. */
  spent(): number {
    return 0
  }

  /** How much more often than another each thread that may still run has yielded. */
  tellSituation(tell: TellSituation, nameOf: (thread: Slot) => number): void {
    const { view, yields } = this
    const row = view.depth * view.threads
    let least = Number.MAX_SAFE_INTEGER
    for (let t = 0; t < view.threads; t++) if (!this.hasEnded(t)) least = Math.min(least, yields[row + t]!)
    for (let t = 0; t < view.threads; t++)
      if (!this.hasEnded(t) && yields[row + t]! > least) tell(nameOf(t), yields[row + t]! - least)
  }

  private hasEnded(thread: Slot): boolean {
    const { happensBefore, log } = this.view
    const last = happensBefore.lastEventOf(thread)
    return last >= 0 && log.accesses[last]!.end >= 0
  }

  initialize(first: number): void {
    const { view } = this
    if (view.isReleaseAt(view.depth, first)) view.addConservativeAll(view.depth) // Alg. 4, acting on final(S) (errata 3)
  }

  /**
   * Alg. 4, l. 8-12, both readings of the release condition (errata 2); a thread over the bound there counts as
   * disabled (errata 11).
   */
  backtrack(i: number, u: number): void {
    const { view } = this
    const released = view.log.has(i, EventFlag.changesEnabledness) || view.isReleaseAt(i, u)
    if (released || !view.isEnabledAt(i, u) || this.isOverAt(i, u)) view.addConservativeAll(i)
  }
}

export const fair: BoundEntry = {
  summary: 'no thread runs while it has yielded more than N times more often than one that could run',
  properties: { monotonic: true, stable: false, extensible: false },
  tellsStates: true,
  least: 0,
  make: (limit, view) => new FairBound(limit, view),
}
