import { EventFlag } from '../trace/event-log.ts'
import type { Bound, BoundEntry, SearchView, TellSituation } from './bound.ts'
import { CostStack } from './cost-stack.ts'

/**
 * De adds up how far each transition is from what a round-robin scheduler would do: the number of enabled threads that
 * come before the thread, counted from the one that ran last [Coons, dissertation, Def. 2.10, Alg. 12].
 */
class DeltaBound implements Bound {
  readonly name = 'delta'
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
    return this.costs.top + this.priorityDiff(this.view.depth, u)
  }

  push(depth: number): void {
    this.costs.push(this.costs.top + this.priorityDiff(depth, this.view.log.thread[depth]!))
  }

  pop(): void {
    this.costs.pop()
  }

  /** PriorityDiff(pre(S, i), u): how many enabled threads have a higher priority there. */
  private priorityDiff(i: number, u: number): number {
    let higher = 0
    const rank = this.rank(i, u)
    for (let t = 0; t < this.view.threads; t++)
      if (t !== u && this.view.isEnabledAt(i, t) && this.rank(i, t) < rank) higher++
    return higher
  }

  /** The place in the round-robin order that starts with the thread that ran last. */
  private rank(i: number, u: number): number {
    const handle = this.view.handleOf(u)
    if (i === 0) return handle
    const start = this.view.handleOf(this.view.log.thread[i - 1]!)
    return handle >= start ? handle - start : handle - start + Number.MAX_SAFE_INTEGER
  }

  spent(): number {
    return this.costs.top
  }

  /** Who is next in the round: places count only enabled threads. */
  tellSituation(tell: TellSituation): void {
    const { view } = this
    const { depth } = view
    let next = -1
    for (let t = 0; t < view.threads; t++)
      if (view.isEnabledAt(depth, t) && (next < 0 || this.rank(depth, t) < this.rank(depth, next))) next = t
    if (next >= 0) tell(0, next)
  }

  initialize(first: number): void {
    this.addAt(this.view.depth, first, false) // Alg. 12, l. 2, acting on final(S) (errata 3)
  }

  backtrack(i: number, u: number): void {
    this.addAt(i, u, this.view.log.has(i, EventFlag.changesEnabledness))
  }

  /** Alg. 12, l. 5-9. Tests both readings of the release condition (errata 2). */
  private addAt(i: number, u: number, release: boolean): void {
    const { view } = this
    if (release || !view.isEnabledAt(i, u) || view.isReleaseAt(i, u)) {
      view.addConservativeAll(i)
      return
    }
    const rank = this.rank(i, u)
    for (let t = 0; t < view.threads; t++)
      if (view.isEnabledAt(i, t) && this.rank(i, t) <= rank) view.addConservative(i, t)
  }
}

export const delta: BoundEntry = {
  summary: 'at most N deviations from a round-robin schedule',
  properties: { monotonic: true, stable: false, extensible: false },
  tellsStates: true,
  tellsThreadsApart: true,
  least: 0,
  make: (limit, view) => new DeltaBound(limit, view),
}
