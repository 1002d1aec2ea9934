import { type Estimate, rangeOf } from './estimate-range.ts'
import { TreeEstimate } from './estimate.ts'
import type { Strategy } from './strategies/index.ts'
import type { Traversal, Walk } from './traversal.ts'

/** Depth-first [Coons, dissertation, Alg. 8 and 18]: what is below a state is explored before what is beside it. */
export class DepthFirst implements Traversal {
  readonly sizes = null
  private readonly walk: Walk
  private readonly strategy: Strategy
  private readonly size: TreeEstimate

  constructor(walk: Walk, strategy: Strategy) {
    this.walk = walk
    this.strategy = strategy
    this.size = new TreeEstimate((state) => this.leftAt(state), walk.search.capacities.room)
  }

  /** All of S but its last event has been executed before. */
  replay(): void {
    const { search, goTo, execute } = this.walk
    const { log, counters } = search
    const last = search.depth - 1
    goTo(Math.max(last, 0))
    if (last < 0) return
    if (!this.strategy.mergesStates) counters.replay(last)
    execute(log.thread[last]!, log.choice[last]!)
  }

  /** Returns from Explore(S) until a state has something left to explore, and makes that the last event of S. */
  next(): boolean {
    const { walk } = this
    const { search, reduction } = walk
    const { log, stack } = search
    reduction.leave(search.depth)
    while (search.depth > 0) {
      walk.pop()
      const at = search.depth
      stack.goBack(at)
      if (!walk.stands(at + 1)) stack.incompleteBelow[at] = 1
      if (log.choice[at]! + 1 < stack.choices[at]!) return this.branch(at, log.thread[at]!, log.choice[at]! + 1)
      if (stack.incompleteBelow[at] === 0 && walk.isWholeChoice(at)) stack.complete.add(at, log.thread[at]!)
      const next = walk.pick(at, true)
      if (next < 0) {
        reduction.leave(at)
        continue
      }
      stack.incompleteBelow[at] = 0
      return this.branch(at, next, Math.max(reduction.choiceAt(at), 0))
    }
    return false
  }

  private branch(at: number, thread: number, choice: number): true {
    this.walk.branch(at, thread, choice)
    this.size.branched(at)
    return true
  }

  estimate(): Estimate | null {
    if (this.strategy.mergesStates) return null
    const { counters, capacities } = this.walk.search
    return rangeOf(this.size, counters.executions, this.strategy.onePerTrace, capacities.runsBeforeEstimate)
  }

  timesLeft(): number | null {
    const { size } = this
    if (size.runs < this.walk.search.capacities.runsBeforeEstimate) return null
    return size.total() / Math.max(size.runs, 1) - 1
  }

  private leftAt(state: number): number {
    const { search, reduction } = this.walk
    return reduction.left(state) + search.stack.choices[state]! - 1 - search.log.choice[state]!
  }
}
