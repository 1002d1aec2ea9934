import { firstIn, wordsFor } from '../../base/thread-sets.ts'
import { Access, type Accesses } from '../../dependence/accesses.ts'
import { EventFlag } from '../../trace/event-log.ts'
import { LocationProfile } from './location-profile.ts'
import { anyOf, type Order, type SampledRun } from './order.ts'

/**
 * Selectively uniform random walk [Zhao et al., ASPLOS 2025]: all interleavings of a chosen part of the events are
 * equally likely. A thread is intended to perform the next one of these, drawn in proportion to how many of them it has
 * left; until it has, others that are about to perform one wait, and all else goes at random. How many a thread has
 * left is what the first execution, a plain random walk, has counted; before a thread is spawned, its events count as
 * its parent's.
 *
 * What is chosen is up to whoever uses it: here, for each execution, the accesses to one location that several threads
 * access. Differs: a thread that yields is intended no more, since it may wait for one that waits for it.
 */
export class SelectivelyUniform implements Order {
  readonly learns = true
  private readonly run: SampledRun
  private readonly profile: LocationProfile
  /** The chosen cell; -1 for none. */
  private cell = -1
  /** By slot: how many of the chosen events are left. */
  private readonly left: Int32Array
  private intended = -1
  /** Result of `findFree`, a set of threads. */
  private readonly free: Int32Array

  constructor(run: SampledRun) {
    this.run = run
    this.profile = new LocationProfile(run.threads)
    this.left = new Int32Array(run.threads)
    this.free = new Int32Array(wordsFor(run.threads))
  }

  begin(): void {
    const { profile, run } = this
    const { shared } = profile
    this.cell = shared.length === 0 ? -1 : shared[run.random.below(shared.length)]!
    this.left.fill(0)
    if (this.cell < 0) return
    const declared = run.execution.program.threads.length
    for (let t = 0; t < declared; t++) this.left[t] = profile.withChildren(this.cell, t)
    this.intend()
  }

  pick(enabled: Int32Array): number {
    const { random } = this.run
    if (this.cell < 0) return anyOf(enabled, random)
    if (!this.findFree(enabled)) {
      // The intended one is disabled, or was expected to do more than it does.
      this.intendOneOf(enabled)
      this.findFree(enabled)
    }
    return anyOf(this.free, random)
  }

  executed(depth: number): void {
    if (this.cell < 0) return
    const { left } = this
    const { log } = this.run
    const thread = log.thread[depth]!
    const accesses = log.accesses[depth]!
    const child = log.spawned[depth]!
    if (child >= 0) this.share(thread, child)
    const isChosen = this.touches(accesses)
    if (isChosen && left[thread]! > 0) left[thread]!--
    if (accesses.end >= 0) left[thread] = 0
    if (isChosen || (thread === this.intended && (accesses.end >= 0 || log.has(depth, EventFlag.yields)))) this.intend()
  }

  ended(events: number): void {
    if (!this.profile.isTaken) this.profile.take(this.run.log, events)
  }

  depthBound(): null {
    return null
  }

  /** Those of the set that need not wait for the intended thread: false if there are none. */
  private findFree(set: Int32Array): boolean {
    const { free } = this
    const { threads } = this.run.execution
    let any = 0
    for (let word = 0; word < set.length; word++) {
      let bits = set[word]!
      for (let rest = bits; rest !== 0; rest &= rest - 1) {
        const t = firstIn(rest, word)
        if (t !== this.intended && this.touches(threads[t]!.operation.accesses)) bits &= ~(1 << t)
      }
      any |= free[word] = bits
    }
    return any !== 0
  }

  private touches({ cell, bytes, access, cell2 }: Accesses): boolean {
    return (access !== Access.none && this.cell >= cell && this.cell < cell + bytes) || cell2 === this.cell
  }

  /** The child's part of what its parent had left is its own now, and so may be the intention. */
  private share(parent: number, child: number): void {
    const { left } = this
    const both = left[parent]!
    const part = Math.min(both, this.profile.withChildren(this.cell, child))
    left[child] = part
    left[parent] = both - part
    if (parent === this.intended && both > 0 && this.run.random.below(both) < part) this.intended = child
  }

  private intend(): void {
    const { left } = this
    let sum = 0
    for (let t = 0; t < left.length; t++) sum += left[t]!
    this.intended = -1
    if (sum === 0) return
    let rest = this.run.random.below(sum)
    let t = 0
    while (rest >= left[t]!) rest -= left[t++]!
    this.intended = t
  }

  /** Of the enabled ones, each of which is about to perform one of the chosen events at least. */
  private intendOneOf(set: Int32Array): void {
    let sum = 0
    for (let t = 0; t < this.left.length; t++) sum += this.weightIn(set, t)
    let rest = this.run.random.below(sum)
    let t = 0
    while (rest >= this.weightIn(set, t)) rest -= this.weightIn(set, t++)
    this.intended = t
  }

  private weightIn(set: Int32Array, t: number): number {
    return (set[t >>> 5]! & (1 << t)) === 0 ? 0 : Math.max(1, this.left[t]!)
  }
}
