import { EventFlag } from '../trace/event-log.ts'
import type { Bound, SearchView } from './bound.ts'

/**
 * Preemption sealing [Coons, dissertation, 9.4; errata 13] as a bound: a switch away from a thread that is inside
 * sealed code and could go on costs more than anything. Not one of the bounds that users name: a program that seals
 * code always has it.
 */
export class Sealing implements Bound {
  readonly name = 'sealed'
  readonly limit = 0
  private readonly view: SearchView

  constructor(view: SearchView) {
    this.view = view
  }

  cost(): number {
    return 0
  }

  costOf(u: number): number {
    const { depth, log } = this.view
    if (depth === 0) return 0
    const last = log.thread[depth - 1]!
    return last !== u && this.view.isEnabledAt(depth, last) && this.view.next(last).sealed ? Infinity : 0
  }

  push(): void {
    /* depends on the last event and the pending operations alone */
  }
  pop(): void {
    /* as above */
  }
  initialize(): void {
    /* the thread inside is the only one that can go, and the search takes it */
  }

  /**
   * Errata 13: when S_i is sealed, also at the start of its sealed run, where another thread can get in. That costs
   * under the other bounds what it costs there, so they have to add there what they add at i.
   */
  backtrack(i: number, u: number): void {
    const { log } = this.view
    let j = i
    while (j > 0 && log.has(j, EventFlag.sealed) && log.thread[j - 1] === log.thread[i]) j--
    if (j === i) return
    this.view.addConservative(j, u)
    this.view.backtrackOthers(j, u, this)
  }
}
