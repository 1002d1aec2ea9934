import { internalError } from '../../errors.ts'
import { describeOperation } from '../../execution/describe.ts'
import type { Execution } from '../../execution/execution.ts'
import { isChoose } from '../../program/controls.ts'
import type { Operation } from '../../program/operation.ts'
import { MAX_THREADS } from '../../program/program.ts'
import { EventFlag } from '../../trace/event-log.ts'
import { conflict, type Footprint } from '../../trace/footprint.ts'
import { HashSet } from '../../trace/hash-set.ts'
import type { HappensBefore } from '../../trace/happens-before.ts'
import type { Explorer } from '../explorer.ts'
import type { Reduction } from '../reduction.ts'
import { Branch, Branches } from '../within/branches.ts'
import { CheapestOrder } from '../within/cheapest-order.ts'
import type { NextStep, Prefix } from '../within/prefix.ts'
import { TraceFacts } from '../within/trace-facts.ts'

/** The memory for what was considered stays below 4 MiB. */
const MOST_SEEN = 1 << 18

/**
 * The optimal search (see `optimal.ts`) for all traces that some order of their events brings within a preemption bound: each
 * is executed once, in whatever order. `e` and `e'` are the two events of a race, E the execution, as there.
 *
 * Whether a prefix can be completed within the bound is a matter of the trace (`CheapestOrder`), never less for a longer prefix.
 * So sleep sets are as good as without a bound, and what is over it is not begun. But races that lead to traces within the
 * bound may show only beyond it (FMCAD 2023, Marmanis and Vafeiadis, explore a slack for them). Here, instead, for each step e'
 * that would be over the bound:
 *
 * - some event p that e' does not need is left out: all before p, and what e' needs, is explored, for the last p where that is
 *   within the bound. It begins with what anything within the bound that has e' and not p can begin with;
 * - what e' would race with there is reversed too, since nobody will see it.
 *
 * A step whose thread's next operation is not known yet may be found to be over the bound only when it has been executed; and
 * executions end where all that is within the bound sleeps. These are abandoned. (docs/decisions/bounded-optimal.md)
 */
export class BoundedOptimal implements Reduction {
  private readonly search: Explorer
  private readonly execution: Execution
  private readonly happensBefore: HappensBefore
  private readonly limit: number
  private readonly facts: TraceFacts
  private readonly order: CheapestOrder
  private readonly branches: Branches
  /** By event, and by thread for what was pending when the execution ended: the events that race with it. */
  private readonly races: number[][] = []
  private pendingRaces: number[][] = []
  /** By state: the preemptions of the sequence that led there. */
  private readonly costs: number[] = [0]
  /** An execution failed: what would have come after that is not known, and what it costs is something else. */
  isUnsure = false
  /** The last event was one too many: no trace within the bound has all events. */
  private isOver = false

  constructor(search: Explorer, execution: Execution, limit: number) {
    this.search = search
    this.execution = execution
    this.happensBefore = search.happensBefore
    this.limit = limit
    this.facts = new TraceFacts(search, execution)
    this.order = new CheapestOrder(this.facts, execution)
    this.branches = new Branches(search, this.facts, (prefix) => this.order.mayBeWithin(prefix, limit))
  }

  // --- one execution -------------------------------------------------------------------------------------------------

  /** What the wakeup tree prescribes, or any thread that is awake and may lead to something within the bound. */
  visit(): void {
    const { depth } = this.search
    const { children } = this.branches.trees[depth]!
    this.branches.enter(depth)
    this.arrive(depth)
    this.values[depth] = undefined
    this.isOver = !this.isWithin(depth)
    const first = this.isOver ? -1 : children.length > 0 ? children[0]!.step.thread : this.cheapest(depth)
    if (first < 0) {
      children.length = 0
      this.stop()
    } else if (children.length === 0) children.push(new Branch(this.facts.pending[first]!))
  }

  private arrive(depth: number): void {
    this.facts.update()
    this.isOver = false
    this.stateIds[depth] = this.nextStateId++
    if (depth === 0) return
    const { log, stack } = this.search
    const thread = log.thread[depth - 1]!
    const last = depth < 2 ? thread : log.thread[depth - 2]!
    const preempts = last !== thread && stack.isEnabled(depth - 1, last) && !log.has(depth - 2, EventFlag.yields)
    this.costs[depth] = this.costs[depth - 1]! + (preempts ? 1 : 0)
  }

  private isWithin(depth: number): boolean {
    return this.costs[depth]! <= this.limit || this.order.mayBeWithin(this.facts.whole(), this.limit)
  }

  /** A thread that is awake and leads to as few preemptions as possible, the one that ran last if there are several. */
  private cheapest(depth: number): number {
    const { stack, log } = this.search
    const last = depth === 0 ? -1 : log.thread[depth - 1]!
    const isAwake = (t: number): boolean => stack.isEnabled(depth, t) && !stack.isAsleep(depth, t)
    if (last >= 0 && isAwake(last) && this.costs[depth]! <= this.limit) return last // going on costs nothing
    const whole = this.facts.whole()
    const candidates: { thread: number; prefix: Prefix }[] = []
    for (let t = 0; t < this.execution.threads.length; t++) if (isAwake(t)) candidates.push({ thread: t, prefix: this.facts.with(whole, this.facts.pending[t]!) })
    candidates.sort((a, b) => Number(b.thread === last) - Number(a.thread === last))
    for (let limit = 0; limit <= this.limit; limit++) {
      for (const { thread, prefix } of candidates) if (this.order.mayBeWithin(prefix, limit)) return thread
    }
    return -1
  }

  pick(depth: number, again: boolean): number {
    if (again) this.noteValue(depth, this.branches.trees[depth]!.children.shift()!.step)
    return this.branches.descend(depth)?.step.thread ?? -1
  }

  left(depth: number): number {
    return this.branches.trees[depth]!.children.length - 1
  }

  choiceAt(depth: number): number {
    return this.branches.trees[depth]!.children[0]!.step.choice
  }

  /** Once all values of a `choose` have been explored one by one, it may sleep. */
  private noteValue(depth: number, { thread, choice }: Footprint): void {
    const { stack, log } = this.search
    if (choice < 0 || !log.has(depth, EventFlag.chooses) || stack.exceededBelow[depth] === 1) return
    const values = (this.values[depth] ??= new Set())
    if (values.add(choice).size === this.choices[depth]) stack.markComplete(depth, thread)
  }
  /** By state: the values of the `choose` there that were explored each on its own, and how many there are. */
  private readonly values: (Set<number> | undefined)[] = []
  private readonly choices: number[] = []

  executing(depth: number, op: Operation): void {
    if (!this.execution.isEnabled(op.thread)) throw internalError(`a wakeup tree names thread ${op.thread}, whose operation ${describeOperation(op)} is blocked`)
    if (isChoose(op)) this.choices[depth] = op.operand as number
    this.races[depth] = this.racesOf(op, depth)
    this.facts.executing(depth, op)
  }

  /** As in the search without a bound: immediate races, and all races of operations that can block (errata 23). */
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

  end(): void {
    this.arrive(this.search.depth)
    this.stop()
  }

  /** The execution will not go on: what is pending now will not be there when races are reversed. */
  private stop(): void {
    const { search, execution, facts } = this
    const { depth } = search
    this.isUnsure ||= facts.failed
    this.pendingRaces = facts.pending.map((next, t) => (next === null ? [] : this.racesOf(execution.threads[t]!.operation, depth)))
    if (!this.isOver) return
    const last = depth - 1
    facts.takeBack()
    this.pendingRaces = this.pendingRaces.map((races) => races.filter((e) => e !== last))
    this.pendingRaces[search.log.thread[last]!] = this.races[last]!
  }

  accepts(): boolean {
    const { order, search, limit } = this
    order.runs.length = 0
    if (this.costs[search.depth]! <= limit) return true
    if (order.isWithin(limit) && (!order.enabledness.guessed || this.isReallyWithin())) return true
    search.counters.excluded++
    return false
  }

  /** Finds out by running other executions; then this one has to be run again, since its end will be looked at. */
  private isReallyWithin(): boolean {
    const { execution, order } = this
    const { depth, log } = this.search
    order.enabledness.mayRun = true
    const within = order.isWithin(this.limit)
    order.enabledness.mayRun = false
    execution.reset()
    for (let i = 0; i < depth; i++) execution.step(log.thread[i]!, log.choice[i]!)
    execution.leave()
    return within
  }

  orderWithin(): number[] | null {
    const { facts, order: { runs } } = this
    if (runs.length === 0) return null
    const position = new Int32Array(MAX_THREADS)
    const events: number[] = []
    for (const { thread, to } of runs) while (position[thread]! < to) events.push(facts.eventAt(thread, position[thread]!++))
    return events
  }

  // --- what else to explore ------------------------------------------------------------------------------------------

  plan(): void {
    const { facts, order } = this
    order.enabledness.mayRun = true
    for (let e2 = 0; e2 < facts.length; e2++) for (const e of this.races[e2]!) this.reverse(e, facts.events[e2]!, e2)
    for (const [u, next] of facts.pending.entries()) if (next !== null) for (const e of this.pendingRaces[u] ?? []) this.reverse(e, next, -1)
    this.continueElsewhere()
    order.enabledness.mayRun = false
  }

  /** v = notdep(e, E).e' [Abdulla et al., JACM 2017, Alg. 2, l. 2-7], e' being event e2 or, if that is -1, pending. */
  private reverse(e: number, second: NextStep, e2: number): void {
    const { facts } = this
    const counts = facts.without(e, facts.totals)
    const own = second.step.thread
    if (e2 >= 0) counts[own] = Math.min(counts[own]!, this.happensBefore.seen(e2, own) - 1)
    this.consider(counts, second)
  }

  /** The prefix with the step after it: explored if it may be within the bound, otherwise what can be had of it. */
  private consider(counts: Int32Array, second: NextStep): void {
    const { facts, search, order } = this
    const p = facts.firstMissing(counts)
    if (!this.isNew(p, counts, second.step)) return
    const base: Prefix = { counts, extras: [] }
    if (!order.wouldBeEnabled(base, second)) return
    const prefix = facts.with(base, second)
    if (order.mayBeWithin(prefix, this.limit)) {
      this.branches.insert(p, prefix)
      return
    }
    search.counters.excluded++
    this.leaveOut(prefix, p)
    this.considerRaces(counts, second)
  }

  /** Whether this has not been considered at pre(S, p) yet: the local states that the events from there on led to tell. */
  private isNew(p: number, counts: Int32Array, { thread, choice }: Footprint): boolean {
    const { facts } = this
    const stateId = this.stateIds[p]!
    let lo = Math.imul(stateId, 0x9e3779b1) ^ (thread + (choice << 6))
    let hi = Math.imul(stateId, 0x85ebca6b) + thread
    for (let k = p + 1; k < facts.length; k++) {
      if (!facts.has(counts, k)) continue
      const name = facts.localStates.nameOf(k)
      lo = (lo + name) | 0
      hi = (hi + Math.imul(name | 0, 0xc2b2ae35) + Math.floor(name / 0x1_0000_0000)) | 0
    }
    if (this.seen.size > MOST_SEEN) this.seen.clear()
    return this.seen.add(lo, hi)
  }
  /** What need not be considered again. Forgetting some only costs time. */
  private readonly seen = new HashSet()
  /** A number for each state that the search has entered. */
  private readonly stateIds: number[] = []
  private nextStateId = 1

  /** The prefix will not be explored, so what the step races with there will not be seen. */
  private considerRaces(counts: Int32Array, second: NextStep): void {
    const { facts, happensBefore } = this
    const racing = this.racesAfter(counts, second)
    for (const e of racing) {
      if (second.blocking === null && racing.some((other) => other > e && happensBefore.before(e, other))) continue
      this.consider(facts.without(e, counts), second)
    }
  }

  private racesAfter(counts: Int32Array, { step, blocking }: NextStep): number[] {
    const { facts, happensBefore } = this
    const own = step.thread
    const previous = counts[own]! > 0 ? facts.eventAt(own, counts[own]! - 1) : facts.spawnOf(own)
    const racing: number[] = []
    for (let t = 0; t < facts.threads; t++) {
      if (t === own) continue
      const seen = previous < 0 ? 0 : happensBefore.seen(previous, t)
      for (let i = counts[t]! - 1; i >= seen; i--) {
        const event = facts.eventAt(t, i)
        if (!conflict(facts.events[event]!.step, step)) continue
        racing.push(event)
        if (blocking === null) break
      }
    }
    return racing
  }

  /** The execution was given up, or is complete: what is still pending may be within the bound only elsewhere. */
  private continueElsewhere(): void {
    const { facts, search, order } = this
    const end = facts.length
    const whole = facts.whole()
    let goesOn = !this.isOver
    for (const [u, next] of facts.pending.entries()) {
      if (next === null || !search.stack.isEnabled(end, u)) continue
      const prefix = facts.with(whole, next)
      if (!order.mayBeWithin(prefix, this.limit)) {
        search.counters.excluded++
        this.leaveOut(prefix, end)
        this.considerRaces(whole.counts, next)
      } else if (!goesOn && !search.stack.isAsleep(end, u) && !search.stack.isComplete(end, u)) {
        // The step that was one too many was taken in vain: another one instead of it.
        goesOn = true
        const { children } = this.branches.trees[end]!
        if (!children.some(({ step }) => step.thread === u)) children.push(new Branch(next))
      }
    }
  }

  /** The prefix is over the bound: the largest part of it that is not, among those that all with its last step have in common. */
  private leaveOut(prefix: Prefix, end: number): void {
    const last = this.lastPlaceFor(prefix, end)
    if (last !== null) this.branches.insert(last.p, last.minimal)
  }

  /** The last p so that all before it and what the prefix's last step needs, but not p, may be within the bound. */
  private lastPlaceFor(prefix: Prefix, end: number): { p: number; minimal: Prefix } | null {
    const { facts } = this
    const last = prefix.extras.at(-1)!
    const past = last.past.slice()
    past[last.step.thread]!--
    const counts = new Int32Array(MAX_THREADS)
    let place: { p: number; minimal: Prefix } | null = null
    for (let p = 0; p <= end && p < facts.length; p++) {
      if (!facts.has(past, p)) {
        const minimal = facts.with({ counts: counts.map((count, t) => Math.max(count, past[t]!)), extras: [] }, last)
        if (!this.order.mayBeWithin(minimal, this.limit)) break
        place = { p, minimal }
      }
      counts[facts.log.thread[p]!]!++
    }
    return place
  }
}
