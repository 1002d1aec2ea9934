import type { Slot } from '../../base/thread-numbers.ts'
import { ThreadSets } from '../../base/thread-sets.ts'
import { DIGEST_WORDS } from '../../execution/backtracking/state-digest.ts'
import type { Operation } from '../../program/operations/operation.ts'
import { type Component, Components, type OpenState } from '../cycles/components.ts'
import { type FairCycle, fairCyclesOf, type Step } from '../cycles/fair-cycle.ts'
import { CachedBpor } from './cached-bpor.ts'

/**
 * States that come again while the search is not done with them. From states that lie on a cycle everything is explored,
 * and nothing sleeps there; what is below them is known when the first of those that lead to each other is left
 * (docs/decisions/cycles.md).
 */
export abstract class GoingRound extends CachedBpor {
  protected readonly components = new Components()
  /** Whether the state that the search has come to can be told. */
  protected identified = false
  private readonly nobody = new ThreadSets(this.stack.width)
  private endless: FairCycle[] = []

  override executing(depth: number, _op: Operation): void {
    if (this.components.isMember(depth)) this.wakeAll(depth)
  }

  /** A state from which the search goes on. Without threads that converge, none ever comes again. */
  protected enterComponents(state: number): void {
    if (!this.execution.memory.converges || !this.closesCycles) this.components.enterAlone(state)
    else this.components.enter(state, this.identified ? this.keys : null, state * DIGEST_WORDS, this.preemptions)
  }

  /** Within other bounds loops go on to the depth limit. */
  private get closesCycles(): boolean {
    return this.bounds.size === 0 || (this.bounds.size === 1 && this.bounds.has('preemption'))
  }

  private get preemptions(): number {
    this.bounds.spent(this.spent)
    return this.bounds.size === 0 ? 0 : this.spent[0]!
  }

  protected override goesRound(state: number): boolean {
    if (!this.closesCycles) return false
    const to = this.components.find(this.keys, state * DIGEST_WORDS, this.preemptions)
    if (to === null) return false
    // What a cycle does to who is who is not followed.
    this.execution.memory.tellThreadsApart()
    this.keeps[state] = 0
    this.stack.known[state] = 1
    this.closeCycle(to, state - 1)
    return true
  }

  /**
   * What is below the open state is not known yet, so what it would demand from the states of the cycle is not either:
   * everything is explored from them.
   */
  protected closeCycle(to: OpenState, last: number): void {
    const first = this.components.close(to, this.edgeFrom(last), last, (state) => this.exploreAll(state))
    if (this.bounds.size > 0) this.addBeforeCycle(first)
  }

  /** A block of which the cycle has a part may begin before it (Alg. 11, l. 10). */
  protected addBeforeCycle(first: number): void {
    const start = this.blockStart(first)
    if (start < first) this.addConservativeAll(start)
  }

  /** From now on, and again what was explored while something slept. */
  protected exploreAll(state: number): void {
    const { stack, visited, search } = this
    this.addAll(state)
    if (stack.sleep.isEmpty(state) && stack.complete.isEmpty(state)) return
    this.wakeAll(state)
    visited.clear(state)
    if (search.log.choice[state] === 0) visited.add(state, search.log.thread[state]!)
  }

  protected wakeAll(state: number): void {
    this.stack.sleep.clear(state)
    this.stack.complete.clear(state)
  }

  /** The transition that is explored from the state. */
  private edgeFrom(state: number): { readonly thread: Slot; readonly choice: number; readonly choices: number } {
    const { log } = this.search
    return { thread: log.thread[state]!, choice: log.choice[state]!, choices: this.stack.choices[state]! }
  }

  override leave(state: number): void {
    if (this.stack.known[state] === 0) this.leaveComponents(state)
    super.leave(state)
  }

  private leaveComponents(state: number): void {
    const { components, stack } = this
    if (components.isOpen(state)) {
      this.keeps[state] = 0
      components.leaveOpen(state, stack.enabled.row(state), this.edgeFrom(state - 1))
    } else if (components.isFirst(state)) this.leaveFirst(state)
    else components.leave(state)
  }

  /** All below the states of a component is known: it is the same for all of them, and is demanded above them. */
  private leaveFirst(state: number): void {
    const component = this.components.leaveFirst(state, this.stack.enabled.row(state))
    this.search.counters.components++
    this.demandAbove(state)
    if (this.keeps[state] === 1) this.rememberAll(component, state)
    for (const { way, round } of fairCyclesOf(component))
      this.endless.push({ way: [...this.wayTo(state), ...way], round })
  }

  /** Holds what was pending below the first state of a component against what led there. */
  protected demandAbove(state: number): void {
    this.backtrackBelow(this.stepsIn(this.below, state * this.width), state)
  }

  private rememberAll({ states }: Component, first: number): void {
    for (const { key, cost } of states)
      if (key !== null)
        this.states.put(
          key,
          0,
          Int32Array.of(cost),
          this.nobody,
          0,
          this.stack.exceeded[first]!,
          this.below,
          first * this.width,
        )
  }

  private wayTo(state: number): Step[] {
    const { log } = this.search
    return Array.from({ length: state }, (_, i) => ({ thread: log.thread[i]!, choice: log.choice[i]! }))
  }

  takeEndless(): readonly FairCycle[] {
    const { endless } = this
    if (endless.length > 0) this.endless = []
    return endless
  }
}
