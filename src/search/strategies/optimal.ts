import { internalError } from '../../errors.ts'
import { ThreadStatus } from '../../execution/controlled-thread.ts'
import { describeOperation } from '../../execution/describe.ts'
import type { Execution } from '../../execution/execution.ts'
import { isChoose } from '../../program/controls.ts'
import type { Operation } from '../../program/operation.ts'
import { EventFlag } from '../../trace/event-log.ts'
import { Footprint } from '../../trace/footprint.ts'
import { HashSet } from '../../trace/hash-set.ts'
import type { HappensBefore } from '../../trace/happens-before.ts'
import type { TraceHash } from '../../trace/trace-hash.ts'
import type { Explorer } from '../explorer.ts'
import type { Reduction } from '../reduction.ts'
import { type BlockingOperation, blockingOperation, wouldBeEnabled } from '../reversible.ts'
import { Sequence } from '../sequence.ts'
import { WakeupTree } from '../wakeup-tree.ts'

/** The memory for reversals that were seen stays below 4 MiB. */
const MOST_SEEN = 1 << 18

/** The second of two racing transitions: an event of S, or an operation that was pending when S ended. */
interface Second {
  readonly step: Footprint
  readonly blocking: BlockingOperation | null
}

/**
 * Optimal dynamic partial-order reduction with wakeup trees [Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM 2017,
 * Alg. 2]: one execution per trace, and none abandoned. `e` and `e'` are the two events of a race, E' is pre(E, e), as there.
 *
 * Differs: errata 23. All races of operations that can block count, not only immediate ones, and races with operations that
 * are still pending when an execution ends; a reversal whose second event would not be enabled is skipped.
 *
 * All races of E count in each execution, also those of the replayed prefix: v reaches to the end of E, so with another end
 * there is another v. (Without that, `r y || w y || w x || r y || r y; r x || r x` loses 1 of 32 traces.)
 */
export class Optimal implements Reduction {
  private readonly search: Explorer
  private readonly execution: Execution
  private readonly happensBefore: HappensBefore
  private readonly hash: TraceHash
  /** wut(E) for each state of the current execution. */
  private readonly trees: WakeupTree[] = []
  /** By event: the events that race with it, and what it was. */
  private readonly races: number[][] = []
  private readonly seconds: Second[] = []
  /** The event that failed, or -1: nothing can come after it. */
  private failedAt = -1
  private failures = false
  /** The same for operations pending at the end. */
  private pending: { races: number[]; second: Second }[] = []

  constructor(search: Explorer, execution: Execution, hash: TraceHash) {
    this.search = search
    this.execution = execution
    this.happensBefore = search.happensBefore
    this.hash = hash
    this.v = new Sequence(search.log.cells.count)
    this.trees[0] = new WakeupTree(new Footprint())
  }

  /** Alg. 2, l. 8-13: what the wakeup tree prescribes, or any thread that is awake. */
  visit(): void {
    const { depth } = this.search
    const tree = this.trees[depth]!
    this.stateIds[depth] = this.nextStateId++
    if (tree.children.length > 0) return
    const first = this.search.cheapest()
    if (first < 0 && this.failures) return this.end()
    if (first < 0) throw internalError(`an execution is blocked as redundant under the optimal reduction, at event ${depth + 1}`)
    tree.children.push(new WakeupTree(this.stepOfPending(this.search.next(first))))
  }

  /** Alg. 2, l. 14-15 and 19: the first branch that is left. The one explored before it goes. */
  pick(depth: number, again: boolean): number {
    const { children } = this.trees[depth]!
    if (again) children.shift()
    const next = children[0]
    if (next === undefined) return -1
    this.trees[depth + 1] = next
    return next.step.thread
  }

  choiceAt(depth: number): number {
    return this.trees[depth]!.children[0]!.step.choice
  }

  /** Notes the races of the operation that is about to become event `depth`. */
  executing(depth: number, op: Operation): void {
    if (!this.execution.isEnabled(op.thread)) throw internalError(`a wakeup tree names thread ${op.thread}, whose operation ${describeOperation(op)} is blocked`)
    this.races[depth] = this.racesOf(op, depth)
    this.stepsKnown[depth] = false
    this.seconds[depth] = { step: new Footprint(), blocking: op.spec.enabled === null ? null : blockingOperation(op) }
  }

  private racesOf(op: Operation, depth: number): number[] {
    const { happensBefore, search } = this
    const found: number[] = []
    if (op.spec.enabled !== null) {
      for (let e = depth - 1; e >= 0; e--) {
        if (search.log.thread[e] !== op.thread && search.log.dependsOn(e, op) && !happensBefore.isBeforeThread(e, op.thread)) found.push(e)
      }
      return found
    }
    happensBefore.examine(op)
    for (let t = 0; t < happensBefore.threads; t++) {
      const e = happensBefore.recent[t]!
      if (e >= 0 && !happensBefore.isCovered(e, op.thread)) found.push(e)
    }
    return found
  }

  /** The execution is over: what is pending now will not be there when races are reversed. */
  end(): void {
    const { search, execution } = this
    this.pending = []
    this.failedAt = execution.failure === null ? -1 : search.depth - 1
    for (const thread of execution.threads) {
      if (thread.status !== ThreadStatus.pending) continue
      const op = thread.operation
      const step = this.stepOfPending(op)
      const races = this.racesOf(op, search.depth)
      this.pending.push({ races, second: { step, blocking: op.spec.enabled === null ? null : blockingOperation(op) } })
    }
    if (this.failedAt >= 0) this.expand(this.failedAt)
  }

  private stepOfPending(op: Operation): Footprint {
    const step = new Footprint().ofOperation(op, this.search.log.cells)
    if (isChoose(op)) step.choice = -1 // all values
    return step
  }

  /**
   * The event that was explored from this state failed, so it did not lead to what it stood for in the wakeup tree: all other
   * threads are explored from there. Some of that may be redundant, which is the price of going on after a failure.
   */
  private expand(e: number): void {
    const { stack, log } = this.search
    const { children } = this.trees[e]!
    this.failures = true
    // `visited` marks what has been added here or has failed, so that each thread is added once. One value of a choose is not all.
    if (children[0]!.step.choice < 0 || !log.has(e, EventFlag.chooses)) stack.markVisited(e, log.thread[e]!)
    for (const { second: { step } } of this.pending) {
      const { thread } = step
      if (!stack.isEnabled(e, thread) || stack.isAsleep(e, thread) || stack.isComplete(e, thread) || stack.isVisited(e, thread)) continue
      stack.markVisited(e, thread)
      if (!children.some((child) => child.step.thread === thread && child.step.choice <= step.choice)) children.push(new WakeupTree(step))
    }
  }

  /** Alg. 2, l. 2-7: reverses races. */
  plan(): void {
    const { log, depth } = this.search
    for (let e2 = 0; e2 < depth; e2++) {
      const races = this.races[e2]!
      if (races.length === 0) continue
      const second = this.seconds[e2]!
      second.step.ofEvent(log, e2)
      for (let r = 0; r < races.length; r++) if (this.isNew(races[r]!, second.step.thread, e2)) this.reverse(races[r]!, second, e2)
    }
    for (const { races, second } of this.pending) for (const e of races) this.reverse(e, second, -1)
  }

  /**
   * Whether this v = notdep(e, E).e' has not been seen at pre(E, e) yet: whatever came of it then would come of it now. The
   * events of v do not happen after e, so their hashes, which cover their causal pasts, tell which trace v is.
   */
  private isNew(e: number, thread: number, e2: number): boolean {
    const { happensBefore, hash } = this
    const { depth } = this.search
    const stateId = this.stateIds[e]!
    let lo = Math.imul(stateId, 0x9e3779b1) ^ thread
    let hi = Math.imul(stateId, 0x85ebca6b) + thread
    for (let k = e + 1; k < depth; k++) {
      if (k === e2 || k === this.failedAt || happensBefore.before(e, k)) continue
      lo = (lo + hash.eventsLo[k]!) | 0
      hi = (hi + hash.eventsHi[k]!) | 0
    }
    if (this.seen.size > MOST_SEEN) this.seen.clear()
    return this.seen.add(lo, hi)
  }
  /** Reversals that need not be looked at again. Forgetting some only costs time. */
  private readonly seen = new HashSet()
  /** A number for each state that the search has entered. */
  private readonly stateIds: number[] = []
  private nextStateId = 1

  private reverse(e: number, second: Second, e2: number): void {
    const { search, happensBefore, v } = this
    const { log, depth } = search
    // v = notdep(e, E).e': all later events that do not happen after e, to the end of E (errata 23)
    const events: number[] = []
    for (let k = e + 1; k < depth; k++) if (k !== e2 && k !== this.failedAt && !happensBefore.before(e, k)) events.push(k)
    if (second.blocking !== null && !wouldBeEnabled(this.execution, log, e, events, second.blocking)) return
    v.clear()
    for (let i = 0; i < events.length; i++) v.add(this.stepOf(events[i]!))
    v.add(second.step)
    if (!this.someSleeperStarts(e)) this.trees[e]!.insert(v)
  }
  private readonly v: Sequence

  /** What an event did. Filled when first asked for after the event was executed. */
  private stepOf(event: number): Footprint {
    const step = (this.steps[event] ??= new Footprint())
    if (this.stepsKnown[event] !== true) {
      step.ofEvent(this.search.log, event)
      this.stepsKnown[event] = true
    }
    return step
  }
  private readonly steps: Footprint[] = []
  private readonly stepsKnown: boolean[] = []

  /** sleep(E') and WI(v) have a member in common: what v leads to has been explored. */
  private someSleeperStarts(e: number): boolean {
    const { stack } = this.search
    for (const { slot } of this.execution.threads) {
      if (!stack.isAsleep(e, slot) && !stack.isComplete(e, slot)) continue
      if (this.v.isWeakInitial(this.sleeperAt(e, slot))) return true
    }
    return false
  }

  /** The transition that sleeps at pre(E, e): executed later in E, or pending at its end. It sleeps with all its values. */
  private sleeperAt(e: number, slot: number): Footprint {
    const { sleeper } = this
    const event = this.happensBefore.firstAtOrAfter(slot, e)
    if (event >= 0) sleeper.ofEvent(this.search.log, event)
    else {
      const waiting = this.pending.find(({ second }) => second.step.thread === slot)
      if (waiting === undefined) throw internalError(`thread ${slot} sleeps but has nothing to do`)
      Object.assign(sleeper, waiting.second.step)
    }
    sleeper.choice = -1
    return sleeper
  }
  private readonly sleeper = new Footprint()
}
