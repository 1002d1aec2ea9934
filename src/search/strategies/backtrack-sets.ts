import type { Slot } from '../../base/thread-numbers.ts'
import { sizeOf, type ThreadSets } from '../../base/thread-sets.ts'
import type { Operation } from '../../program/operations/operation.ts'
import type { Reduction, Search } from '../reduction.ts'
import type { SearchStack } from '../search-stack.ts'

/**
 * What to explore from each state, as sets of threads [Coons, dissertation, Alg. 18]: those that dependences ask for,
 * those that only a bound asks for, and those that have had their turn.
 *
 * Differs, as errata 19 says: the two loops of Alg. 18 are one, since exploring a pending thread can add backtrack
 * points.
 */
export abstract class BacktrackSets implements Reduction {
  protected readonly search: Search
  protected readonly stack: SearchStack
  /** Threads to explore because of dependences. */
  readonly backtrackSets: ThreadSets
  /** Threads to explore because of the bound. */
  readonly pending: ThreadSets
  /** Threads that were explored from here, or found not to need it (Alg. 8's `visited`). */
  readonly visited: ThreadSets
  private readonly candidates: Int32Array

  constructor(search: Search) {
    this.search = search
    this.stack = search.stack
    this.backtrackSets = this.stack.addSets()
    this.pending = this.stack.addSets()
    this.visited = this.stack.addSets()
    this.candidates = new Int32Array(this.stack.width)
  }

  abstract visit(): void
  abstract end(): void

  /** The state is new. */
  protected enter(depth: number): void {
    this.backtrackSets.clear(depth)
    this.pending.clear(depth)
    this.visited.clear(depth)
  }

  /**
   * Alg. 18, l. 14-28. Tests the bound before the sleep set, since a sleeping thread that is over the bound is excluded
   * too (errata 19).
   */
  pick(depth: number, _again: boolean): number {
    const { search, stack, candidates } = this
    const { counters } = search
    for (;;) {
      if (!this.findCandidates(depth)) return -1
      const thread = search.preferred(candidates, 0, depth)
      this.visited.add(depth, thread)
      if (stack.over.has(depth, thread)) {
        if (stack.unfair.has(depth, thread)) counters.unfair++
        // Inside sealed code only the thread that is there can be excluded by anything else.
        else if (stack.sealed[depth] === 0 || thread === search.log.thread[depth - 1]) counters.excluded++
        stack.exceeded[depth] = 1
      } else if (!stack.sleep.has(depth, thread)) return thread
    }
  }

  /** Those of the state's threads that have not had their turn; false when there are none. */
  private findCandidates(depth: number): boolean {
    const { candidates, stack } = this
    const { width } = stack
    const conservative = this.isConservative(depth)
    let any = 0
    for (let word = 0, at = depth * width; word < width; word++, at++) {
      const asked = this.backtrackSets.words[at]! | (conservative ? this.pending.words[at]! : 0)
      any |= candidates[word] = asked & stack.enabled.words[at]! & ~this.visited.words[at]!
    }
    return any !== 0
  }

  /** Whether a dependence asks for the thread at the state, as far as is known. */
  isDependence(depth: number, thread: Slot): boolean {
    return this.backtrackSets.has(depth, thread)
  }

  /** Whether conservative points count at the state: with 6.4 only where a bound excluded something. */
  private isConservative(depth: number): boolean {
    return !this.search.optimise.bound || this.stack.exceeded[depth] === 1
  }

  left(depth: number): number {
    const { stack } = this
    const { width } = stack
    const conservative = this.isConservative(depth)
    let left = 0
    for (let word = 0, at = depth * width; word < width; word++, at++) {
      const asked = this.backtrackSets.words[at]! | (conservative ? this.pending.words[at]! : 0)
      const not = this.visited.words[at]! | stack.over.words[at]! | stack.sleep.words[at]!
      left += sizeOf(asked & stack.enabled.words[at]! & ~not)
    }
    return left
  }

  addConservative(i: number, thread: Slot): void {
    if (this.stack.enabled.has(i, thread) && !this.stack.sleep.has(i, thread)) this.pending.add(i, thread)
    else this.addConservativeAll(i)
  }

  addConservativeAll(i: number): void {
    this.pending.copy(i, this.stack.enabled, i)
  }

  protected addAll(i: number): void {
    this.backtrackSets.copy(i, this.stack.enabled, i)
  }

  /** All values of a `choose`, one after the other. */
  choiceAt(_depth: number): number {
    return -1
  }

  executing(_depth: number, _op: Operation): void {
    /* the sets know all there is to know */
  }
  plan(): void {
    /* backtrack points have been added on the way */
  }
  leave(_depth: number): void {
    /* nothing is remembered */
  }
  save(): number[] {
    return [] // all of it is in columns of the stack
  }
  restore(_data: readonly number[], _depth: number): void {
    /* as above */
  }
}
