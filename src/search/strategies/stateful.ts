import { ThreadStatus } from '../../execution/controlled-thread.ts'
import { DIGEST_WORDS, StateDigest } from '../../execution/backtracking/state-digest.ts'
import { isJoin } from '../../program/operations/controls.ts'
import type { Operation } from '../../program/operations/operation.ts'
import type { Transition } from '../../trace/transition.ts'
import type { Search } from '../reduction.ts'
import { CachedBpor } from './cached-bpor.ts'

type Step = Pick<Transition, 'thread' | 'accesses'>

/** Stateful DPOR with sleep sets: states are known by their contents, and equal ones are explored once. */
export class Stateful extends CachedBpor {
  private readonly digest: StateDigest
  /** V of the demand at work: events, as depths. */
  private past = new Int32Array(64)
  /** How many cells could race when states were last told apart. */
  private raceable = 0

  constructor(search: Search) {
    super(search)
    this.digest = new StateDigest(search.execution, search.raceDetector, search.capacities.room)
  }

  /** Within a preemption bound, or none. */
  static override canBe({ bounds }: Search): boolean {
    return bounds.size === 0 || (bounds.size === 1 && bounds.has('preemption'))
  }

  override executing(depth: number, op: Operation): void {
    this.digest.begin(depth, op)
  }

  protected override identify(state: number): boolean {
    const raceable = this.search.raceDetector?.raceableCells ?? 0
    if (raceable !== this.raceable) {
      // States were told apart without regard to what can race at these cells.
      this.raceable = raceable
      this.states.clear()
      this.forget(state)
    }
    if (!this.digest.end(state, this.search.log.spawned[state - 1]!)) return false
    const { digest, keys } = this
    const from = digest.at(state)
    for (let word = 0; word < DIGEST_WORDS; word++) keys[state * DIGEST_WORDS + word] = digest.words[from + word]!
    if (this.bounds.size > 0) keys[state * DIGEST_WORDS]! ^= Math.imul(this.executingAt(state) + 2, 0x9e3779b1)
    this.keeps[state] = 1
    return true
  }

  override visit(): void {
    if (this.bounds.size > 0) return super.visit()
    const { depth } = this.search
    this.enter(depth)
    this.noteNextSteps(depth)
    if (depth > 0) {
      this.demandPending()
      const known = this.identify(depth) ? this.states.find(this.keys, depth * DIGEST_WORDS) : -1
      if (known >= 0) {
        this.demandBelow(known)
        if (this.isNoMoreAwake(known, depth)) {
          this.merge(known, depth)
          return
        }
        this.wakeUnlessAsleepBefore(known, depth)
        this.inherit(known, depth)
      }
    }
    this.search.counters.states = this.states.size
    this.initialize()
  }

  /** Only what slept both times may sleep, so that what is remembered of the state holds for either. */
  protected wakeUnlessAsleepBefore(known: number, state: number): void {
    const { sleep, width } = this.stack
    for (let word = 0; word < width; word++)
      sleep.words[state * width + word]! &= this.states.sleeps.words[known * width + word]!
  }

  override end(): void {
    if (this.bounds.size > 0) return super.end()
    const { search, execution } = this
    const { depth } = search
    this.enter(depth)
    this.noteNextSteps(depth)
    if (depth === 0) return
    this.demandPending()
    // What others would have done after an exception must be reached without it.
    if (execution.failure !== null) this.addAll(depth - 1)
    else if (execution.anyEnabled) {
      this.backtrackStarved()
      this.forget(depth)
    }
  }

  /** The races of all that was pending below the state when it was explored. */
  protected demandBelow(known: number): void {
    for (const step of this.stepsBelow(known)) this.demandAll(step, false)
  }

  private demandPending(): void {
    const { threads } = this.execution
    for (let u = 0; u < threads.length; u++) if (this.mayRace(u)) this.demandAll(threads[u]!.operation, true)
  }

  /** Also what is blocked: it may have been possible before. But a join waits for the end that it depends on. */
  protected mayRace(u: number): boolean {
    const { status, operation } = this.execution.threads[u]!
    return status === ThreadStatus.pending && !isJoin(operation)
  }

  /** Every race of the transition with an event of S. */
  protected demandAll(step: Step, exact: boolean): void {
    const { happensBefore, found } = this
    const { cell, bytes, stride, cell2 } = step.accesses
    happensBefore.examinePast(step)
    const count = happensBefore.threads
    // What comes before the last write of a cell happens before it.
    const since = cell2 < 0 && bytes === stride ? happensBefore.lastWriteOf(cell) : -1
    for (let v = 0; v < count; v++) found[v] = happensBefore.recent[v]!
    for (let v = 0; v < count; v++) {
      const i = found[v]!
      if (i >= 0 && i >= since) this.demand(exact ? this.acquireInsteadOf(i, step.thread) : i, step.thread, exact)
    }
  }

  protected demand(i: number, p: number, exact: boolean): void {
    const { stack, happensBefore, backtrackSets } = this
    if (happensBefore.isBeforeThread(i, p)) return
    const enabled = stack.enabled.has(i, p)
    const asleep = stack.sleep.has(i, p)
    if (enabled && !asleep && backtrackSets.has(i, p)) return
    const first = this.firstInitial(i)
    if (first === COVERED) return
    if (first >= 0) backtrackSets.add(i, first)
    else if (!enabled) this.addAll(i)
    else if (!asleep) backtrackSets.add(i, p)
    else if (!exact) this.addAll(i)
  }

  /**
   * V = what happens before the transition examined last but not after event i, from i on. COVERED when an initial of V
   * will be explored from there or sleeps there; else the thread of its first event, or -1 when it is empty.
   */
  private firstInitial(i: number): number {
    const { search, happensBefore, stack, backtrackSets } = this
    const { log, depth } = search
    let count = 0
    let first = -1
    if (this.past.length < depth) this.past = new Int32Array(2 * depth)
    for (let j = i + 1; j < depth; j++) {
      const t = log.thread[j]!
      if (happensBefore.seen(j, t) > happensBefore.clock[t]! || happensBefore.before(i, j)) continue
      let initial = true
      for (let k = 0; k < count && initial; k++) initial = !happensBefore.before(this.past[k]!, j)
      this.past[count++] = j
      if (!initial) continue
      if (backtrackSets.has(i, t) || stack.sleep.has(i, t)) return COVERED
      if (first < 0) first = t
    }
    return first
  }
}

const COVERED = -2
