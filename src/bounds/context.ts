import type { Slot } from '../base/thread-numbers.ts'
import type { Bound, BoundEntry, SearchView, TellSituation } from './bound.ts'
import { CostStack } from './cost-stack.ts'

/** Cs counts context switches [Coons, dissertation, Def. 2.8, Alg. 10]. */
class ContextBound implements Bound {
  readonly name = 'context'
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
    const { depth, log } = this.view
    return this.costs.top + (depth > 0 && log.thread[depth - 1] !== u ? 1 : 0)
  }

  push(depth: number): void {
    const { log } = this.view
    this.costs.push(this.costs.top + (depth > 0 && log.thread[depth - 1] !== log.thread[depth] ? 1 : 0))
  }

  pop(): void {
    this.costs.pop()
  }

  spent(): number {
    return this.costs.top
  }

  /** Who ran last matters as long as that thread can go on without a switch. */
  tellSituation(tell: TellSituation, nameOf: (thread: Slot) => number): void {
    const { depth, log } = this.view
    if (depth === 0) return
    const last = log.thread[depth - 1]!
    if (this.view.isEnabledAt(depth, last)) tell(0, nameOf(last))
  }

  initialize(first: number): void {
    const { depth, log } = this.view
    if (depth === 0 || log.thread[depth - 1] !== first) this.view.addConservativeAll(depth) // Alg. 10, l. 5
  }

  backtrack(i: number, u: number): void {
    // Alg. 10, l. 9. The exception of Alg. 14, l. 3 never matters (errata 7), but it is cheap.
    if (i === 0 || this.view.log.thread[i - 1] !== u || !this.view.isEnabledAt(i, u)) this.view.addConservativeAll(i)
  }
}

export const context: BoundEntry = {
  summary: 'at most N switches between threads',
  properties: { monotonic: true, stable: false, extensible: false },
  tellsStates: true,
  least: 0,
  make: (limit, view) => new ContextBound(limit, view),
}
