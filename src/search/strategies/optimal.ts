import type { Slot } from '../../base/thread-numbers.ts'
import { Access, conflict } from '../../dependence/accesses.ts'
import { internalError } from '../../base/errors.ts'
import { ThreadStatus } from '../../execution/controlled-thread.ts'
import { operationText } from '../../execution/description/describe.ts'
import type { Execution } from '../../execution/execution.ts'
import { isChoose } from '../../program/operations/controls.ts'
import type { Operation } from '../../program/operations/operation.ts'
import { EventFlag } from '../../trace/event-log.ts'
import { Transition } from '../../trace/transition.ts'
import { withRoom } from '../../base/columns.ts'
import { firstIn } from '../../base/thread-sets.ts'
import type { HappensBefore } from '../../trace/happens-before.ts'
import { Failures } from '../failures.ts'
import { FoundValues } from '../found-values.ts'
import type { Reduction, Search } from '../reduction.ts'
import {
  type BlockingOperation,
  blockingOperation,
  isLockOf,
  isUnlockOf,
  wouldBeEnabled,
  wouldFail,
} from '../reversible.ts'
import { Sequence } from '../sequence.ts'
import { SeenReversals } from '../seen-reversals.ts'
import { EventSteps } from '../event-steps.ts'
import { type WakeupNode, WakeupTrees } from '../wakeup-tree.ts'

/** An operation that was pending when E ended. */
interface Pending {
  readonly step: Transition
  readonly blocking: BlockingOperation | null
  readonly races: readonly number[]
}

/**
 * Optimal dynamic partial-order reduction with wakeup trees [Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM 2017,
 * Alg. 2]: one execution per trace, and none abandoned. `e` and `e'` are the two events of a race, E' is pre(E, e), as
 * there.
 *
 * Differs: errata 23. All races of operations that can block count, not only immediate ones, and races with operations
 * that are still pending when an execution ends; a reversal whose second event would not be enabled is skipped.
 *
 * All races of E count in each execution, also those of the replayed prefix: v reaches to the end of E, so with another
 * end there is another v. (Without that, `r y || w y || w x || r y || r y; r x || r x` loses 1 of 32 traces.)
 *
 * When wakeup trees are full the search goes on with source sets [Alg. 1] in bounded memory: then executions can be
 * abandoned.
 */
export class Optimal implements Reduction {
  protected readonly search: Search
  private readonly execution: Execution
  protected readonly happensBefore: HappensBefore
  readonly trees: WakeupTrees
  private readonly steps: EventSteps
  /** wut(E) for each state of the current execution: the first branch of each is the event that was taken there. */
  private readonly roots: WakeupNode[] = []
  /** The branches taken at states before this one know their steps. */
  private filled = 0
  /** The events that race with event d, from `raceEnds[d]` up to `raceEnds[d + 1]`. */
  protected races: Int32Array
  protected raceEnds: Int32Array
  /** By place in `races`: the event of a sleeping thread that makes the reversal redundant, or -1. */
  private asleepBy: Int32Array
  protected readonly reversals: SeenReversals
  /** By event, if it could have blocked. */
  private readonly blocking: (BlockingOperation | null)[] = []
  /** The event that failed, or -1: nothing can come after it. */
  private failedAt = -1
  private readonly failures: Failures
  protected pending: Pending[] = []
  /** Whether what a compare-and-swap accesses depends on whether it fails. */
  private readonly failedReads: boolean

  constructor(search: Search) {
    const { room, wakeupNodes } = search.capacities
    this.search = search
    this.execution = search.execution
    this.failures = new Failures(search.stack)
    this.happensBefore = search.happensBefore
    this.races = new Int32Array(4 * room)
    this.raceEnds = new Int32Array(room)
    this.asleepBy = new Int32Array(4 * room)
    this.reversals = new SeenReversals(this.happensBefore, search.hash!, search.capacities)
    this.v = new Sequence(search.log.cells, search.threads, room)
    this.steps = new EventSteps(search)
    this.trees = new WakeupTrees(wakeupNodes)
    this.expectsFailures = this.execution.hasFailed
    this.failures.any = this.trees.isFull = this.expectsFailures
    this.roots[0] = this.trees.node(null, -1, 0)
    this.failedReads = search.commute.failedCas
  }

  /**
   * A weak initial of v stands for v, as what it does is independent of v; unless it fails, and then nothing comes after
   * it. So where threads fail, initials alone count, from the beginning. (Without this, `[r x; throw 0; r y] || [w y] ||
   * [w x; w x]` loses 1 of 4 traces.)
   */
  get isOutdated(): boolean {
    return this.failures.any && !this.expectsFailures
  }
  private expectsFailures: boolean

  /** Alg. 2, l. 8-13: what the wakeup tree prescribes, or any thread that is awake. */
  visit(): void {
    const { depth } = this.search
    const root = this.roots[depth]!
    this.reversals.enter(depth)
    this.failures.enter(depth)
    if (root.first !== null) return
    const first = this.search.cheapest()
    if (first < 0 && (this.failures.any || this.trees.isFull)) return this.end()
    if (first < 0)
      throw internalError(`an execution is blocked as redundant under the optimal reduction, at event ${depth + 1}`)
    root.first = this.trees.node(null, first, isChoose(this.search.next(first)) ? -1 : 0)
    if (depth < this.filled) this.filled = depth
  }

  /** Alg. 2, l. 14-15 and 19: the first branch that is left. The one explored before it goes. */
  pick(depth: number, again: boolean): number {
    const root = this.roots[depth]!
    if (again) this.trees.dropFirst(root)
    const next = root.first
    if (next === null) return -1
    this.roots[depth + 1] = next
    return next.thread
  }

  left(depth: number): number {
    let count = 0
    for (let branch = this.roots[depth]!.first!.next; branch !== null; branch = branch.next) count++
    return count
  }

  choiceAt(depth: number): number {
    return this.roots[depth]!.first!.choice
  }

  /** Notes the races of the operation that is about to become event `depth`. */
  executing(depth: number, op: Operation): void {
    if (!this.execution.isEnabled(op.thread))
      throw internalError(`a wakeup tree names thread ${op.thread}, whose operation ${operationText(op)} is blocked`)
    this.raceEnds = withRoom(this.raceEnds, depth + 2)
    const start = this.raceEnds[depth]!
    const end = this.racesOf(op, depth, start)
    this.raceEnds[depth + 1] = end
    for (let r = start; r < end; r++) this.asleepBy[r] = -1
    if (depth < this.changedFrom) this.changedFrom = depth
    this.steps.forget(depth)
    if (this.failedReads) this.values.note(depth, op)
    this.blocking[depth] = op.spec.enabled === null ? null : blockingOperation(op)
  }

  /** Writes the events that race with the operation into `races`, from `end` on, and returns where they end. */
  private racesOf(op: Operation, depth: number, end: number): number {
    this.races = withRoom(this.races, end + depth)
    this.asleepBy = withRoom(this.asleepBy, end + depth)
    return op.spec.enabled === null ? this.immediateRaces(op, end) : this.racesOfBlocking(op, depth, end)
  }

  protected immediateRaces(op: Operation, end: number): number {
    const { happensBefore } = this
    happensBefore.examine(op)
    for (let t = 0; t < happensBefore.threads; t++) {
      const e = happensBefore.recent[t]!
      if (e >= 0 && !happensBefore.isCovered(e, op.thread)) this.races[end++] = e
    }
    return end
  }

  protected racesOfBlocking(op: Operation, depth: number, end: number): number {
    const { happensBefore } = this
    const { log } = this.search
    const locks = op.spec.excludes
    for (let e = depth - 1; e >= 0; e--) {
      if (
        log.thread[e] === op.thread ||
        !conflict(log.accesses[e]!, op.accesses) ||
        happensBefore.isBeforeThread(e, op.thread)
      )
        continue
      if (locks && isUnlockOf(log, e, op)) continue
      this.races[end++] = e
      if (locks && isLockOf(log, e, op)) break
    }
    return end
  }

  /** The execution is over: what is pending now will not be there when races are reversed. */
  end(): void {
    const { search, execution } = this
    this.pending = []
    this.failures.enter(search.depth)
    // What would have come after a failure is not explored: who relies on that must see it fail again.
    if (execution.failure !== null && search.depth > 0) search.stack.incompleteBelow[search.depth - 1] = 1
    this.failedAt = execution.failure === null ? -1 : search.depth - 1
    for (const thread of execution.threads) {
      if (thread.status !== ThreadStatus.pending) continue
      const op = thread.operation
      const start = this.raceEnds[search.depth]!
      // Without the event that failed there would not be a thread that it spawned.
      const unborn = this.failedAt >= 0 && this.happensBefore.isBeforeThread(this.failedAt, op.thread)
      const end = unborn ? start : this.racesOf(op, search.depth, start) // which may replace `races` by a larger one
      const races = [...this.races.subarray(start, end)]
      this.pending.push({
        step: this.stepOfPending(op),
        blocking: op.spec.enabled === null ? null : blockingOperation(op),
        races,
      })
    }
    if (this.failedAt >= 0) this.expand(this.failedAt)
  }

  private stepOfPending(op: Operation): Transition {
    const step = new Transition().ofOperation(op)
    if (isChoose(op)) step.choice = -1 // all values
    return this.steps.table.shared(step)
  }

  /**
   * The event that was explored from this state failed, so it did not lead to what it stood for in the wakeup tree: all
   * other threads are explored from there. Some of that may be redundant, which is the price of going on after a
   * failure.
   */
  protected expand(e: number): void {
    const { log } = this.search
    const root = this.roots[e]!
    this.failures.note(e, log.thread[e]!, log.has(e, EventFlag.chooses), root.first!.choice < 0)
    for (const { step } of this.pending) {
      const { thread } = step
      if (!this.failures.isUntried(e, thread)) continue
      let same = root.first
      while (same !== null && (same.thread !== thread || same.choice > step.choice)) same = same.next
      if (same === null) this.trees.append(root, this.failedReads ? this.steps.at(e, step) : step)
    }
  }

  /** Alg. 2, l. 2-7: reverses races. */
  plan(): void {
    const { depth, log } = this.search
    this.independentOf = -1
    this.reversals.begin(Math.min(this.changedFrom, depth), depth)
    for (let e2 = 0; e2 < depth; e2++) {
      const end = this.raceEnds[e2 + 1]!
      for (let r = this.raceEnds[e2]!; r < end; r++) {
        // What was asleep is still so if nothing has changed up to the event that says so.
        if (this.asleepBy[r]! >= 0 && this.asleepBy[r]! < this.changedFrom) continue
        const e = this.races[r]!
        this.asleepBy[r] = this.initialSleeper(e, e2)
        if (this.asleepBy[r]! < 0 && this.reversals.isNew(e, log.thread[e2]!, depth, this.failedAt))
          this.reverse(e, this.steps.of(e2), this.blocking[e2]!, e2)
      }
    }
    for (const { races, step, blocking } of this.pending) for (const e of races) this.reverse(e, step, blocking, depth)
    this.changedFrom = Infinity
  }
  /** The first event that is not the same as when races were reversed last. */
  protected changedFrom = Infinity

  /** notdep(e, E): all later events that do not happen after e, to the end of E (errata 23). */
  private findIndependent(e: number): void {
    if (this.independentOf === e) return
    const { happensBefore, failedAt } = this
    const { depth } = this.search
    if (this.independent.length < depth) this.independent = new Int32Array(2 * depth)
    let count = 0
    for (let k = e + 1; k < depth; k++) if (!happensBefore.before(e, k) && k !== failedAt) this.independent[count++] = k
    this.independentCount = count
    this.independentOf = e
  }
  private independent = new Int32Array(0)
  private independentCount = 0
  /** The event whose independent ones are known, or -1. */
  private independentOf = -1

  protected reverse(e: number, second: Transition, blocking: BlockingOperation | null, e2: number): void {
    const { search, v } = this
    this.findIndependent(e)
    const { independent, independentCount: count } = this
    if (
      this.failedReads &&
      search.log.accesses[e]!.access === Access.write &&
      search.stack.compares.has(e2, second.thread)
    )
      second = this.withoutWrite(e, second, e2)
    if (blocking !== null && !wouldBeEnabled(this.execution, search.log, e, independent, count, blocking)) return
    v.clear()
    v.strict = this.trees.isFull
    for (let i = 0; i < count; i++) v.add(this.steps.of(independent[i]!))
    v.add(second)
    if (this.someSleeperStarts(e) || this.failures.startsWithOne(e, v)) return
    this.fill()
    this.trees.insert(this.roots[e]!, v)
  }
  protected v: Sequence

  /** The compare-and-swap e2 as it would be without the write e. (If e only reads, e2 finds what it found.) */
  protected withoutWrite(e: number, second: Transition, e2: number): Transition {
    const {
      search: { log, depth },
      execution,
    } = this
    const fails =
      (e2 < depth ? this.values.wouldFail(log, e, e2) : null) ??
      wouldFail(execution, log, e, this.independent, this.independentCount, second.thread)
    return this.steps.withAccess(second, fails ? Access.read : Access.write)
  }
  private readonly values = new FoundValues()

  /** Gives the branches of the current execution their steps. */
  private fill(): void {
    const { depth, log } = this.search
    for (; this.filled < depth; this.filled++) {
      const branch = this.roots[this.filled]!.first!
      branch.step ??=
        branch.choice < 0 ? this.steps.table.ofEventWithAnyChoice(log, this.filled) : this.steps.of(this.filled)
    }
  }

  /**
   * Finds most of what `someSleeperStarts` would, without v: a sleeping transition that was executed after e without
   * anything from e on in its past is an initial of notdep(e, E). Returns that event, or -1.
   */
  protected initialSleeper(e: number, e2: number): number {
    const { happensBefore, failedAt } = this
    const { sleep, complete, width } = this.search.stack
    for (let word = 0, at = e * width; word < width; word++, at++) {
      for (let rest = sleep.words[at]! | complete.words[at]!; rest !== 0; rest &= rest - 1) {
        const event = happensBefore.firstAtOrAfter(firstIn(rest, word), e + 1)
        if (event >= 0 && event !== e2 && event !== failedAt && happensBefore.latest[event]! < e) return event
      }
    }
    return -1
  }

  /** sleep(E') and WI(v) have a member in common: what v leads to has been explored. */
  protected someSleeperStarts(e: number): boolean {
    const { sleep, complete, width } = this.search.stack
    for (let word = 0, at = e * width; word < width; word++, at++) {
      for (let rest = sleep.words[at]! | complete.words[at]!; rest !== 0; rest &= rest - 1)
        if (this.v.isWeakInitial(this.sleeperAt(e, firstIn(rest, word)))) return true
    }
    return false
  }

  /**
   * The transition that sleeps at pre(E, e): executed later in E, or pending at its end. It sleeps with all its values.
   */
  protected sleeperAt(e: number, slot: Slot): Transition {
    const { sleeper } = this
    const event = this.happensBefore.firstAtOrAfter(slot, e)
    if (event >= 0) sleeper.ofEvent(this.search.log, event)
    else {
      const waiting = this.pending.find(({ step }) => step.thread === slot)
      if (waiting === undefined) throw internalError(`thread ${slot} sleeps but has nothing to do`)
      sleeper.set(waiting.step)
    }
    sleeper.choice = -1
    if (this.failedReads && this.search.stack.compares.has(e, slot))
      sleeper.accesses.access = this.search.stack.fails.has(e, slot) ? Access.read : Access.write
    return sleeper
  }
  private readonly sleeper = new Transition()

  leave(_depth: number): void {
    /* its wakeup tree is empty */
  }

  addConservative(): void {
    throw internalError('the optimal reduction has no backtrack sets, so it cannot be bounded')
  }
  addConservativeAll(): void {
    this.addConservative()
  }

  // --- what is left to explore, as plain data -----------------------------------------------------------------------

  save(): number[] {
    this.fill()
    return [(this.expectsFailures ? 1 : 0) | (this.trees.isFull ? 2 : 0), ...this.trees.save(this.roots[0]!)]
  }

  /** Goes on from what `save` returned, where the current execution has `depth` events. */
  restore(data: readonly number[], depth: number): void {
    this.failures.any = this.expectsFailures = (data[0]! & 1) !== 0
    this.trees.isFull = (data[0]! & 2) !== 0
    this.roots[0] = this.trees.restore(data.slice(1), (step) => this.steps.table.shared(step))
    for (let d = 0; d < depth; d++) {
      this.roots[d + 1] = this.roots[d]!.first!
      this.reversals.enter(d)
    }
    this.filled = depth
  }
}
