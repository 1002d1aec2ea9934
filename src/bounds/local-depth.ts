import type { Bound, BoundEntry, SearchView } from './bound.ts'
import { CostStack } from './cost-stack.ts'

/**
 * Ld is the size of the largest local state [Coons, dissertation, Def. 7.7, Alg. 20]. Differs: errata 15. The printed
 * clock updates undercount; exact clocks are those of happens-before, and their sum is the size of an event's causal
 * past.
 */
class LocalDepthBound implements Bound {
  readonly name = 'local-depth'
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
    const { happensBefore } = this.view
    happensBefore.examinePast(this.view.next(u))
    let past = 1
    for (let t = 0; t < happensBefore.threads; t++) past += happensBefore.clock[t]!
    return Math.max(this.costs.top, past)
  }

  push(depth: number): void {
    this.costs.push(Math.max(this.costs.top, this.view.happensBefore.pastSize(depth)))
  }

  pop(): void {
    this.costs.pop()
  }
  initialize(): void {
    /* stable and extensible: no conservative points (Alg. 20) */
  }
  backtrack(): void {
    /* as above */
  }
}

export const localDepth: BoundEntry = {
  summary: 'no local state (the causal past of an event) of more than N events',
  properties: { monotonic: true, stable: true, extensible: true },
  tellsStates: false,
  least: 1,
  make: (limit, view) => new LocalDepthBound(limit, view),
}
