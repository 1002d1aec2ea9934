import { internalError } from '../../errors.ts'
import { ThreadStatus } from '../../execution/controlled-thread.ts'
import { describeOperation } from '../../execution/describe.ts'
import type { Execution } from '../../execution/execution.ts'
import { isChoose } from '../../program/controls.ts'
import type { Operation } from '../../program/operation.ts'
import { Footprint } from '../../trace/footprint.ts'
import type { HappensBefore } from '../../trace/happens-before.ts'
import type { Explorer } from '../explorer.ts'
import type { Reduction } from '../reduction.ts'
import { type BlockingOperation, blockingOperation, wouldBeEnabled } from '../reversible.ts'
import { isWeakInitial, WakeupTree } from '../wakeup-tree.ts'

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
 * are still pending when an execution ends; a reversal whose second event would not be enabled is skipped. Races are looked
 * for among new events only: those of a replayed prefix were found when it was new.
 */
export class Optimal implements Reduction {
  private readonly search: Explorer
  private readonly execution: Execution
  private readonly happensBefore: HappensBefore
  /** wut(E) for each state of the current execution. */
  private readonly trees: WakeupTree[] = []
  /** By event: the events that race with it, and what it was. */
  private readonly races: number[][] = []
  private readonly seconds: Second[] = []
  /** The same for operations pending at the end. */
  private pending: { races: number[]; second: Second }[] = []

  constructor(search: Explorer, execution: Execution) {
    this.search = search
    this.execution = execution
    this.happensBefore = search.happensBefore
    this.trees[0] = new WakeupTree(new Footprint())
  }

  /** Alg. 2, l. 8-13: what the wakeup tree prescribes, or any thread that is awake. */
  visit(): void {
    const { depth } = this.search
    const tree = this.trees[depth]!
    if (tree.children.length > 0) return
    const first = this.search.cheapest()
    if (first < 0) throw internalError(`an execution is blocked as redundant under the optimal reduction, at event ${depth + 1}`)
    const step = new Footprint().ofOperation(this.search.next(first), this.search.log.cells)
    if (isChoose(this.search.next(first))) step.choice = -1 // all values
    tree.children.push(new WakeupTree(step))
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
    for (const thread of execution.threads) {
      if (thread.status !== ThreadStatus.pending) continue
      const op = thread.operation
      const step = new Footprint().ofOperation(op, search.log.cells)
      const races = this.racesOf(op, search.depth)
      // An event that fails its thread disables all others.
      if (execution.failure !== null && search.depth > 0 && !races.includes(search.depth - 1)) races.push(search.depth - 1)
      this.pending.push({ races, second: { step, blocking: op.spec.enabled === null ? null : blockingOperation(op) } })
    }
  }

  /** Alg. 2, l. 2-7: reverses the races of the new events. */
  plan(fresh: number): void {
    const { log, depth } = this.search
    for (let e2 = fresh; e2 < depth; e2++) {
      const second = this.seconds[e2]!
      second.step.ofEvent(log, e2)
      for (const e of this.races[e2]!) this.reverse(e, second, e2)
    }
    for (const { races, second } of this.pending) for (const e of races) this.reverse(e, second, -1)
  }

  private reverse(e: number, second: Second, e2: number): void {
    const { search, happensBefore } = this
    const { log, depth } = search
    // v = notdep(e, E).e': all later events that do not happen after e, to the end of E (errata 23)
    const events: number[] = []
    for (let k = e + 1; k < depth; k++) if (k !== e2 && !happensBefore.before(e, k)) events.push(k)
    if (second.blocking !== null && !wouldBeEnabled(this.execution, log, e, events, second.blocking)) return
    const v = events.map((k) => this.stepOf(k))
    v.push(second.step)
    if (!this.someSleeperStarts(e, v)) this.trees[e]!.insert(v)
  }

  private stepOf(event: number): Footprint {
    return (this.steps[event] ??= new Footprint()).ofEvent(this.search.log, event)
  }
  private readonly steps: Footprint[] = []

  /** sleep(E') and WI(v) have a member in common: what v leads to has been explored. */
  private someSleeperStarts(e: number, v: readonly Footprint[]): boolean {
    const { stack } = this.search
    for (const { slot } of this.execution.threads) {
      if (!stack.isAsleep(e, slot) && !stack.isComplete(e, slot)) continue
      if (isWeakInitial(this.sleeperAt(e, slot), v)) return true
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
