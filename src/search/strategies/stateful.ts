import type { Slot } from '../../base/thread-numbers.ts'
import { ThreadSets } from '../../base/thread-sets.ts'
import { type Accesses, conflict } from '../../dependence/accesses.ts'
import { threadOf } from '../../dependence/cells.ts'
import { ThreadStatus } from '../../execution/controlled-thread.ts'
import { DIGEST_WORDS, StateDigest } from '../../execution/backtracking/state-digest.ts'
import { isJoin } from '../../program/operations/controls.ts'
import type { Operation } from '../../program/operations/operation.ts'
import { LockRole, lockRoleOf, type Transition } from '../../trace/transition.ts'
import type { Symmetry } from '../../program/threads/symmetry.ts'
import type { Search } from '../reduction.ts'
import { type Arrangement, Arrangements } from '../arrangements.ts'
import { Renaming } from '../renaming.ts'
import { GoingRound } from './going-round.ts'

type Step = Pick<Transition, 'thread' | 'accesses'>

/**
 * Stateful DPOR with sleep sets: states are known by their contents, and equal ones are explored once. From states that
 * lie on a cycle everything is explored, and nothing sleeps there (docs/decisions/cycles.md).
 */
export class Stateful extends GoingRound {
  private readonly digest: StateDigest
  private readonly symmetry: Symmetry
  private readonly places: Arrangements
  /** V of the demand at work: events, as depths. */
  private past = new Int32Array(64)
  /** Threads of which a step was looked at, to see what may wake a thread. */
  private readonly asked: ThreadSets
  /** How much decided which races are found when states were last told apart (`RaceDetector`). */
  private raceable = 0
  /** States that were told apart by less than now: those of them that come again are counted again. */
  private forgotten = 0
  /** Whether local states did not tell any more then on which way a thread had come there. */
  private converges = false

  constructor(search: Search) {
    super(search)
    const { execution, raceDetector, capacities } = search
    if (
      search.bounds.tellThreadsApart ||
      execution.layout.allocations.some(({ model }) => model?.knowsThreads === true)
    )
      execution.memory.tellThreadsApart()
    this.asked = new ThreadSets(this.stack.width)
    this.symmetry = execution.memory.symmetry
    this.places = new Arrangements(this.symmetry.groups)
    if (this.symmetry.groups.length > 0 || this.symmetry.tasks.size > 0)
      this.renaming = new Renaming(execution.memory.kinds, search.threads)
    this.digest = new StateDigest(execution, raceDetector, capacities.room, this.renaming)
  }

  /** Without a bound, or within such as tell on what costs depend. */
  static override canBe({ bounds }: Search): boolean {
    return bounds.tellStates
  }

  override executing(depth: number, op: Operation): void {
    super.executing(depth, op)
    this.digest.begin(depth, op)
  }

  protected override identify(state: number): boolean {
    const raceable = this.search.raceDetector?.raceable ?? 0
    const { converges } = this.execution.memory
    if (raceable !== this.raceable || (converges !== this.converges && raceable > 0)) {
      // States were told apart without regard to what can race at a cell, or by what threads may have done.
      this.raceable = raceable
      this.forgotten += this.states.size
      this.states.clear()
      this.components.forgetKeys()
      this.forget(state)
    }
    this.converges = converges
    this.renaming?.choose(state, this.execution, this.stack.sleep)
    this.identified = false
    if (!this.digest.end(state, this.search.log.spawned[state - 1]!)) return false
    const { digest, keys } = this
    const from = digest.at(state)
    for (let word = 0; word < DIGEST_WORDS; word++) keys[state * DIGEST_WORDS + word] = digest.words[from + word]!
    this.tellSituation(state)
    this.keeps[state] = 1
    this.identified = true
    return true
  }

  override visit(): void {
    const { depth, counters } = this.search
    this.identified = false
    if (this.bounds.size > 0) super.visit()
    else this.visitUnbounded(depth)
    counters.states = this.forgotten + this.states.size
    if (this.stack.known[depth] === 0) this.enterComponents(depth)
  }

  private visitUnbounded(depth: number): void {
    this.enter(depth)
    this.noteNextSteps(depth)
    if (depth > 0) {
      this.demandPending()
      if (this.identify(depth) && this.isKnown(depth)) return
    }
    this.initialize()
  }

  private isKnown(depth: number): boolean {
    const known = this.states.find(this.keys, depth * DIGEST_WORDS)
    if (known >= 0) {
      this.demandBelow(known, depth)
      if (this.isNoMoreAwake(known, depth)) {
        this.merge(known, depth)
        return true
      }
    }
    if (this.goesRound(depth)) return true
    if (known >= 0) {
      this.wakeUnlessAsleepBefore(known, depth)
      this.inherit(known, depth)
    }
    return false
  }

  /** Only what slept both times may sleep, so that what is remembered of the state holds for either. */
  protected wakeUnlessAsleepBefore(known: number, state: number): void {
    const { sleep, width } = this.stack
    const { renaming } = this
    if (renaming !== null) {
      for (let t = 0; t < this.search.threads; t++)
        if (!this.states.sleeps.has(known, renaming.nameOf(state, t))) sleep.remove(state, t)
      return
    }
    for (let word = 0; word < width; word++)
      sleep.words[state * width + word]! &= this.states.sleeps.words[known * width + word]!
  }

  /** Threads that seemed interchangeable were told apart, or results are seen that nobody seemed to see. */
  get isOutdated(): boolean {
    return this.symmetry !== this.execution.memory.symmetry
  }

  /** Where somebody sees which thread returned what, the execution stands for those in which like threads change places. */
  private arrange(): void {
    const { execution, symmetry } = this
    this.arrangements = []
    if (this.isOutdated) return // the execution itself has told them apart
    if (!symmetry.seesResults || execution.failure !== null || execution.isDeadlocked || execution.anyEnabled) return
    const found = execution.context.shadows === null ? this.places.of(execution) : null
    if (found === null) execution.memory.tellThreadsApart()
    else this.arrangements = found
  }
  arrangements: readonly Arrangement[] = []

  override end(): void {
    if (this.renaming !== null) this.arrange()
    this.components.enterAlone(this.search.depth)
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

  protected override demandAbove(state: number): void {
    if (this.bounds.size > 0) return super.demandAbove(state)
    const below = this.stepsIn(this.below, state * this.width)
    for (const step of below) if (!waitsForEnd(step)) this.demandAll(step, step.lock, UNTOLD)
  }

  /** The races of all that was pending below the state when it was explored, but for joins. */
  protected demandBelow(known: number, state: number): void {
    const below = this.stepsBelow(known, state).filter((step) => !waitsForEnd(step))
    for (const step of below) this.demandAll(step, step.lock, below)
  }

  private demandPending(): void {
    const { threads } = this.execution
    for (let u = 0; u < threads.length; u++) {
      const { operation } = threads[u]!
      if (this.mayRace(u)) this.demandAll(operation, lockRoleOf(operation.spec), null)
    }
  }

  /** Also what is blocked: it may have been possible before. But a join waits for the end that it depends on. */
  protected mayRace(u: number): boolean {
    const { status, operation } = this.execution.threads[u]!
    return status === ThreadStatus.pending && !isJoin(operation)
  }

  /** Every race of the transition with an event of S. Unless it is pending: with all that were pending where it was. */
  protected demandAll(step: Step, lock: LockRole, below: readonly Step[] | null): void {
    const { happensBefore, found } = this
    const { cell, bytes, stride, cell2 } = step.accesses
    happensBefore.examinePast(step)
    const count = happensBefore.threads
    // What comes before the last write of a cell happens before it.
    const since = cell2 < 0 && bytes === stride ? happensBefore.lastWriteOf(cell) : -1
    for (let v = 0; v < count; v++) found[v] = happensBefore.recent[v]!
    for (let v = 0; v < count; v++) {
      const i = found[v]!
      if (i < 0 || i < since) continue
      if (lock === LockRole.gives && this.changesHolder(i, cell)) continue
      this.demand(lock === LockRole.takes ? this.acquireInsteadOf(i, cell) : i, step, below)
    }
  }

  /** Whoever gives a lock back has taken it after all that others have done with it, but for attempts in vain. */
  private changesHolder(i: number, lock: number): boolean {
    const { log } = this.search
    return log.accesses[i]!.cell === lock && lockRoleOf(log.specs[i]!) !== LockRole.none
  }

  protected demand(i: number, step: Step, below: readonly Step[] | null): void {
    const { stack, happensBefore, backtrackSets } = this
    const p = step.thread
    if (happensBefore.isBeforeThread(i, p)) return
    const enabled = stack.enabled.has(i, p)
    const asleep = stack.sleep.has(i, p)
    if (enabled && !asleep && backtrackSets.has(i, p)) return
    const first = this.firstInitial(i)
    if (first === COVERED) return
    if (first >= 0) backtrackSets.add(i, first)
    else if (!enabled) this.addAll(i)
    else if (!asleep) backtrackSets.add(i, p)
    else if (below === UNTOLD) this.addAll(i)
    else if (below !== null) {
      this.demandWakers(i, p, below)
      happensBefore.examinePast(step)
    }
  }

  /**
   * Thread p sleeps before event i and has not moved since, but something of what is to come before event i may wake it
   * there: what is dependent with its pending transition. If that has been executed since, all threads are added; what
   * is known from the summary is demanded before event i as well, and what may wake those of them that sleep.
   */
  protected demandWakers(i: number, p: Slot, below: readonly Step[]): void {
    const { stack, backtrackSets, asked } = this
    const sleepers = [p]
    asked.clear(0)
    asked.add(0, p)
    for (let sleeper = sleepers.pop(); sleeper !== undefined; sleeper = sleepers.pop()) {
      const { accesses } = this.search.next(sleeper)
      if (this.isAccessedAfter(i, accesses)) return this.addAll(i)
      for (const step of below) {
        const q = step.thread
        if (asked.has(0, q) || !conflict(accesses, step.accesses)) continue
        const first = this.firstBefore(i, step)
        if (first >= 0) backtrackSets.add(i, first)
        if (first !== NONE) continue
        if (!stack.enabled.has(i, q)) return this.addAll(i)
        asked.add(0, q)
        if (stack.sleep.has(i, q)) sleepers.push(q)
        else backtrackSets.add(i, q)
      }
    }
  }

  private isAccessedAfter(i: number, accesses: Accesses): boolean {
    const { log, depth } = this.search
    for (let j = i + 1; j < depth; j++) if (conflict(log.accesses[j]!, accesses)) return true
    return false
  }

  /** COVERED also when the step follows event i in any case. */
  private firstBefore(i: number, step: Step): number {
    const { happensBefore } = this
    const thread = this.search.log.thread[i]!
    happensBefore.examinePast(step)
    return happensBefore.seen(i, thread) <= happensBefore.clock[thread]! ? COVERED : this.firstInitial(i)
  }

  /**
   * V = what happens before the transition examined last but not after event i, from i on. COVERED when an initial of V
   * will be explored from there or sleeps there; else the thread of its first event, or NONE when it is empty.
   */
  private firstInitial(i: number): number {
    const { search, happensBefore, stack, backtrackSets } = this
    const { log, depth } = search
    let count = 0
    let first = NONE
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

/** Nobody joins a thread before it has ended. */
const waitsForEnd = ({ accesses: { cell2 } }: Step): boolean => cell2 >= 0 && threadOf(cell2) >= 0

/** The execution is elsewhere by now, so that what may wake a thread is not told. */
const UNTOLD: readonly Step[] = []

const NONE = -1
const COVERED = -2
