import type { ThreadSets } from '../../base/thread-sets.ts'
import type { SearchStack } from '../../search/search-stack.ts'

/**
 * Which sub-trees of a depth-first search are *finished*: every maximal execution that extends their prefix is
 * equivalent to one that was explored and is correct. That the search is done with a sub-tree is not enough (errata
 * 27): a transition that sleeps there was explored from an earlier state, and its sub-tree there must be finished as
 * well.
 *
 * Induction on the order in which sub-trees are left: what starts with a sleeping transition q is equivalent to an
 * execution that starts with q at the state where q was explored, since everything between is independent of q.
 */
export class FinishedSubtrees {
  private readonly stack: SearchStack
  /**
   * By depth: something below is erroneous, cut, excluded, or was left to a sleeping transition that is not finished.
   */
  private readonly flawed: boolean[] = []
  /**
   * By depth: threads whose whole sub-tree from there is finished, and of the sleeping ones those that were finished.
   */
  private readonly done: ThreadSets
  private readonly doneAsleep: ThreadSets
  /** The transition that is being explored from each state is flawed for some value that it chooses. */
  private readonly flawedBelow: boolean[] = []
  /** How many traces there were when the state was entered. */
  private readonly since: number[] = []

  constructor(stack: SearchStack) {
    this.stack = stack
    this.done = stack.addSets()
    this.doneAsleep = stack.addSets()
  }

  /** A new state. */
  enter(depth: number, traces: number): void {
    this.flawed[depth] = false
    this.flawedBelow[depth] = false
    this.done.clear(depth)
    this.since[depth] = traces
  }

  /**
   * A transition from `depth` is explored (`again`: with another value): which sleepers of the next state are finished.
   */
  advance(depth: number, again: boolean, sleeps: boolean): void {
    if (!again) this.flawedBelow[depth] = false
    const { done, doneAsleep } = this
    const { sleep, width } = this.stack
    for (let at = depth * width; at < (depth + 1) * width; at++)
      doneAsleep.words[at + width] = sleeps ? sleep.words[at + width]! & (doneAsleep.words[at]! | done.words[at]!) : 0
  }

  /** The execution that ended at `depth` is not one of the admissible traces. */
  flaw(depth: number): void {
    this.flawed[depth] = true
  }

  /** The search leaves the state after event `depth` of `thread`. True when that sub-tree is finished. */
  leave(depth: number, thread: number, sleeps: boolean, lastValue: boolean): boolean {
    const { stack } = this
    const state = depth + 1
    const allDone = !sleeps || stack.sleep.isSubset(state, this.doneAsleep, state)
    const finished = this.flawed[state] !== true && stack.exceeded[state] === 0 && allDone
    if (!finished) this.flawed[depth] = this.flawedBelow[depth] = true
    if (lastValue) {
      if (this.flawedBelow[depth] === true) this.done.remove(depth, thread)
      else this.done.add(depth, thread)
    }
    return finished
  }

  /** Whether all of the search is finished, once it has left its first state. */
  get isWhole(): boolean {
    return this.flawed[0] !== true && this.stack.exceeded[0] === 0
  }

  tracesBefore(depth: number): number {
    return this.since[depth]!
  }

  /** What `restore` needs to go on from here, beside the stack. */
  snapshot(depth: number): readonly (readonly number[])[] {
    return Array.from({ length: depth }, (_, d) => [
      (this.flawed[d] ? 1 : 0) | (this.flawedBelow[d] ? 2 : 0),
      this.since[d]!,
    ])
  }

  restore(rows: readonly (readonly number[])[]): void {
    rows.forEach(([flags, since], d) => {
      this.flawed[d] = (flags! & 1) !== 0
      this.flawedBelow[d] = (flags! & 2) !== 0
      this.since[d] = since!
    })
  }
}
