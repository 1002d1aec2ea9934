import type { Slot } from '../../base/thread-numbers.ts'
import { conflict } from '../../dependence/accesses.ts'
import { lockRoleOf, Transition } from '../../trace/transition.ts'
import type { Operation } from '../../program/operations/operation.ts'
import { doubled } from '../../base/columns.ts'
import { firstIn, ThreadSets } from '../../base/thread-sets.ts'
import type { TraceHash } from '../../trace/trace-hash.ts'
import { ThreadStatus } from '../../execution/controlled-thread.ts'
import { EventFlag } from '../../trace/event-log.ts'
import { addTerm, DIGEST_WORDS } from '../../execution/backtracking/state-digest.ts'
import { ExploredStates } from '../explored-states.ts'
import type { Search } from '../reduction.ts'
import type { Renaming } from '../renaming.ts'
import { StepTable } from '../step-table.ts'
import { Bpor } from './bpor.ts'

/**
 * BPOR that remembers states. The same trace so far, reached at no less cost than before and in the same situation as far
 * as bounds tell (such as who is executing), has nothing below it that is not explored: the search goes back at once,
 * after entering what its sub-tree would have entered as backtrack points into the current stack.
 *
 * For every transition that was pending below the state, that is a point before the most recent dependent event of each
 * other thread. And where the executing thread goes on below the state, its current block goes on too: a transition
 * that is dependent with one of the executing thread's needs the conservative point at the start of that block (Alg.
 * 11, l. 10; without it `add y; r x; r y; lock m || r y || lock m; w y; w x` loses 1 of 17 traces at bound 1). With
 * sleep sets, a state counts only if what slept when it was explored sleeps now.
 */
export class CachedBpor extends Bpor {
  private readonly hash: TraceHash | null
  protected readonly states: ExploredStates
  private readonly steps = new StepTable()
  private readonly scratch = new Transition()
  /** By state and thread: the number of the pending step, or -1. */
  private nextSteps: Int32Array<ArrayBuffer>
  /** By state: the steps that were pending there or below, `width` words of bits. */
  protected below: Int32Array<ArrayBuffer>
  protected width: number
  // By state: its hash, and whether it may be remembered.
  protected keys = new Int32Array(DIGEST_WORDS)
  protected keeps = new Uint8Array(1)
  private capacity = 1
  private readonly countsPreemptions: boolean
  /** Of each bound, in the state at work. */
  protected readonly spent: Int32Array
  /** A set of threads, by name. */
  private readonly named: ThreadSets

  /**
   * What it enters for a known sub-tree is what these bounds would have (docs/decisions/bounded-search.md).
   */
  static canBe({ optimise, bounds }: Search): boolean {
    return optimise.cache && bounds.size > 0 && bounds.tellStates
  }

  constructor(search: Search) {
    super(search)
    this.hash = search.hash
    this.countsPreemptions = search.bounds.has('preemption')
    this.nextSteps = new Int32Array(search.threads).fill(-1)
    const { capacities } = search
    this.width = Math.ceil(capacities.room / 32)
    this.below = new Int32Array(this.width)
    this.named = new ThreadSets(this.stack.width)
    this.states = new ExploredStates(this.width, this.stack.width, search.bounds.size, capacities)
    this.spent = new Int32Array(search.bounds.size)
    while (this.capacity < capacities.room) this.grow()
  }

  override visit(): void {
    const { depth } = this.search
    this.enter(depth)
    if (depth > 0) this.backtrackPending(false)
    this.noteNextSteps(depth)
    if (depth > 0 && !this.isStuck() && this.identify(depth)) {
      const known = this.states.find(this.keys, depth * DIGEST_WORDS)
      if (known >= 0 && this.covers(known, depth)) {
        this.goBack(known, depth)
        return
      }
      if (this.goesRound(depth)) return
    }
    this.initialize()
  }

  /** Whether the state is one that the search is not done with. No trace ever contains itself. */
  protected goesRound(_state: number): boolean {
    return false
  }

  /** Where bounds are combined and let nothing go on, `nothingToRun` has the last event to see to, which is of S. */
  private isStuck(): boolean {
    return this.bounds.size > 1 && this.search.cheapest() < 0
  }

  override end(): void {
    super.end()
    this.noteNextSteps(this.search.depth)
    // Not all was explored below an execution that was cut; and what an exception kept from running was entered against
    // the stack as it was.
    if (this.execution.failure !== null || this.execution.anyEnabled) this.forget(this.search.depth)
  }

  /** Notes what is pending: what was pending in the state before, but for the threads that have moved. */
  protected noteNextSteps(state: number): void {
    if (state >= this.capacity) this.grow()
    this.keeps[state] = 0
    const row = state * this.search.threads
    const { nextSteps } = this
    const threads = this.execution.threads.length
    if (state === 0) for (let t = 0; t < threads; t++) this.noteNext(row, t)
    else {
      for (let t = 0; t < threads; t++) nextSteps[row + t] = nextSteps[row - this.search.threads + t]!
      this.noteNext(row, this.search.log.thread[state - 1]!)
      const spawned = this.search.log.spawned[state - 1]!
      if (spawned >= 0) this.noteNext(row, spawned)
    }
    this.below.fill(0, state * this.width, (state + 1) * this.width)
    for (let t = 0; t < threads; t++) {
      const step = nextSteps[row + t]!
      if (step >= 0) this.below[state * this.width + (step >> 5)]! |= 1 << step
    }
  }

  private noteNext(row: number, thread: Slot): void {
    const { status, operation } = this.execution.threads[thread]!
    const step = status === ThreadStatus.pending ? this.steps.numberOf(this.stepOf(operation)) : -1
    this.nextSteps[row + thread] = step
    if (step >> 5 >= this.width) this.widen()
  }

  private stepOf(op: Operation): Transition {
    const step = this.scratch.ofOperation(op)
    step.lock = lockRoleOf(op.spec)
    return step
  }

  /** The trace so far, and what bounds make of its order. */
  protected identify(state: number): boolean {
    const hash = this.hash!
    hash.hashTrace(this.execution.threads.length)
    const { keys } = this
    const key = state * DIGEST_WORDS
    keys.fill(0, key, key + DIGEST_WORDS)
    this.tellSituation(state)
    keys[key]! ^= hash.eventLo
    keys[key + 1]! ^= hash.eventHi
    this.keeps[state] = 1
    return true
  }

  /** What bounds make of how the state was reached, beyond what was spent. */
  protected tellSituation(state: number): void {
    const { keys, renaming } = this
    const tell = (place: number, value: number): void =>
      addTerm(keys, state * DIGEST_WORDS, Math.imul(place + 1, 0x51ed270b), value + 1)
    this.bounds.tellSituation(tell, (thread) => renaming?.nameOf(state, thread) ?? thread)
  }

  protected covers(known: number, state: number): boolean {
    return this.isNoCheaper(known) && this.isNoMoreAwake(known, state)
  }

  protected isNoCheaper(known: number): boolean {
    this.bounds.spent(this.spent)
    return this.states.isNoCheaper(known, this.spent)
  }

  protected isNoMoreAwake(known: number, state: number): boolean {
    const { sleeps } = this.states
    if (this.renaming === null) return sleeps.isSubset(known, this.stack.sleep, state)
    return sleeps.isSubset(known, this.renamedSleep(state, this.renaming), 0)
  }

  /** What sleeps in the state, by name. */
  private renamedSleep(state: number, renaming: Renaming): ThreadSets {
    const { stack, named } = this
    named.clear(0)
    for (let t = 0; t < this.search.threads; t++) if (stack.sleep.has(state, t)) named.add(0, renaming.nameOf(state, t))
    return named
  }

  /** The thread that another one would have to preempt, or -1: who ran last does not matter then. */
  protected executingAt(state: number): number {
    if (!this.countsPreemptions) return -1
    const { log, stack } = this.search
    const last = log.thread[state - 1]!
    return stack.isEnabled(state, last) && !log.has(state - 1, EventFlag.yields) ? last : -1
  }

  private goBack(known: number, state: number): void {
    this.backtrackBelow(this.stepsBelow(known, state), state)
    this.merge(known, state)
  }

  /** What the sub-tree of the state would enter, in which these steps were pending. */
  protected backtrackBelow(below: readonly Transition[], state: number): void {
    const executing = this.executingAt(state)
    for (const step of below) this.backtrackStep(step)
    if (executing >= 0) this.backtrackBlock(below, executing, state)
  }

  /** What interchangeable threads are called in each state, so that states are the same that differ only in who is who. */
  protected renaming: Renaming | null = null

  /** The state is known: nothing is explored from it, and it has below it what the known one has. */
  protected merge(known: number, state: number): void {
    this.keeps[state] = 0
    this.stack.exceeded[state] = this.states.exceededAt(known)
    this.stack.known[state] = 1
    this.inherit(known, state)
  }

  /** What was pending below the known state counts as pending below this one. */
  protected inherit(known: number, state: number): void {
    const { states, renaming } = this
    if (renaming === null) return this.addBelow(state, states.pending, states.pendingAt(known))
    for (const step of this.stepsIn(states.pending, states.pendingAt(known))) {
      const number = this.numberFor(step, renaming.threadOf(state, step.thread))
      this.below[state * this.width + (number >> 5)]! |= 1 << number
    }
  }

  /** The steps that were pending below the known state, of the threads that they are of in this one. */
  protected stepsBelow(known: number, state: number): Transition[] {
    const { states, renaming } = this
    const steps = this.stepsIn(states.pending, states.pendingAt(known))
    if (renaming === null) return steps
    return steps.map((step) => this.steps.all[this.numberFor(step, renaming.threadOf(state, step.thread))]!)
  }

  /** The number of the step, if it were another thread's. */
  private numberFor(step: Transition, thread: Slot): number {
    if (step.thread === thread) return this.steps.numberOf(step)
    const other = this.scratch.set(step)
    other.thread = thread
    const number = this.steps.numberOf(other)
    if (number >> 5 >= this.width) this.widen()
    return number
  }

  protected stepsIn(set: Int32Array, from: number): Transition[] {
    const found: Transition[] = []
    for (let word = 0; word < this.width; word++) {
      for (let rest = set[from + word]!; rest !== 0; rest &= rest - 1) found.push(this.steps.all[firstIn(rest, word)]!)
    }
    return found
  }

  /** Backtrack(S, i, u) for the most recent dependent event i of each other thread. */
  private backtrackStep(step: Transition): void {
    const { happensBefore, found, bounds } = this
    happensBefore.examine(step)
    const count = happensBefore.threads
    for (let v = 0; v < count; v++) found[v] = happensBefore.recent[v]!
    for (let v = 0; v < count; v++) {
      if (found[v]! < 0) continue
      this.addBacktrackPoint(found[v]!, step.thread)
      bounds.backtrack(found[v]!, step.thread)
    }
  }

  /** The conservative points of the preemption bound for what the executing thread does as its block goes on. */
  protected backtrackBlock(below: readonly Transition[], executing: number, state: number): void {
    const start = this.blockStart(state - 1)
    const own = below.filter(({ thread }) => thread === executing)
    for (const step of below) {
      if (step.thread === executing || !own.some((other) => conflict(other.accesses, step.accesses))) continue
      this.addConservative(start, step.thread)
      this.bounds.backtrackBesides('preemption', start, step.thread)
    }
  }

  /** The first event of the block of one thread that contains event i. */
  protected blockStart(i: number): number {
    const { log } = this.search
    let start = i
    while (start > 0 && log.thread[start - 1] === log.thread[i] && !log.has(start - 1, EventFlag.yields)) start--
    return start
  }

  /** Everything below the state has been explored. */
  override leave(state: number): void {
    if (this.keeps[state] === 1) this.remember(state)
    if (state > 0) this.addBelow(state - 1, this.below, state * this.width)
  }

  private addBelow(state: number, set: Int32Array, from: number): void {
    const { below, width } = this
    const to = state * width
    for (let word = 0; word < width; word++) below[to + word]! |= set[from + word]!
  }

  private remember(state: number): void {
    const { renaming } = this
    const { sleep, exceeded } = this.stack
    const { spent } = this
    this.bounds.spent(spent)
    const key = state * DIGEST_WORDS
    if (renaming === null) {
      this.states.put(this.keys, key, spent, sleep, state, exceeded[state]!, this.below, state * this.width)
      return
    }
    const numbers = this.stepsIn(this.below, state * this.width).map((step) =>
      this.numberFor(step, renaming.nameOf(state, step.thread)),
    )
    if (this.renamed.length !== this.width) this.renamed = new Int32Array(this.width)
    else this.renamed.fill(0)
    for (const number of numbers) this.renamed[number >> 5]! |= 1 << number
    const sleeping = this.renamedSleep(state, renaming)
    this.states.put(this.keys, key, spent, sleeping, 0, exceeded[state]!, this.renamed, 0)
  }
  /** A set of steps by the names of their threads. */
  private renamed = new Int32Array(0)

  /** A state, and with it all states above it, that must not be remembered. */
  protected forget(state: number): void {
    this.keeps.fill(0, 0, state + 1)
  }

  private grow(): void {
    this.capacity *= 2
    this.nextSteps = doubled(this.nextSteps, -1)
    this.below = doubled(this.below)
    this.keys = doubled(this.keys)
    this.keeps = doubled(this.keeps)
  }

  /** Room for twice as many steps. */
  private widen(): void {
    const { below, width } = this
    const wider = new Int32Array(2 * below.length)
    for (let state = 0; state < this.capacity; state++)
      wider.set(below.subarray(state * width, (state + 1) * width), 2 * state * width)
    this.below = wider
    this.width = 2 * width
    this.states.widen(this.width)
  }
}
