import { conflict } from '../../dependence/accesses.ts'
import type { BoundSet } from '../bound-set.ts'
import type { Execution } from '../../execution/execution.ts'
import { ThreadStatus } from '../../execution/controlled-thread.ts'
import type { HappensBefore } from '../../trace/happens-before.ts'
import type { Optimisations } from '../optimisations.ts'
import type { Search } from '../reduction.ts'
import { BacktrackSets } from './backtrack-sets.ts'

/**
 * Dynamic partial-order reduction [Coons, dissertation, Alg. 7], and with bounds BPOR [Alg. 8], with the optimisations
 * of chapter 6. `i` and `j` are depths of events of S, `u` and `v` threads, as in the algorithms.
 *
 * Differs: errata 6. Lines 4-10 run in every state for every thread, but most of it was done in the state before: only
 * the thread that has just moved has a new next transition, and for all others only the last event of S is new.
 */
export class Bpor extends BacktrackSets {
  protected readonly execution: Execution
  protected readonly bounds: BoundSet
  protected readonly optimise: Optimisations
  protected readonly happensBefore: HappensBefore
  /** The most recent dependent events that one visit found, copied since `Backtrack` may examine other operations. */
  protected readonly found: Int32Array

  constructor(search: Search) {
    super(search)
    this.execution = search.execution
    this.bounds = search.bounds
    this.optimise = search.optimise
    this.happensBefore = search.happensBefore
    this.found = new Int32Array(search.threads)
  }

  /** Alg. 8, l. 4-11 */
  visit(): void {
    this.enter(this.search.depth)
    if (this.search.depth > 0) this.backtrackPending(false)
    this.initialize()
  }

  /**
   * Alg. 8, l. 4-10, in a state without successors. An event that fails its thread disables all others, so it counts as
   * dependent with all of them: what they would have done must be reached without it.
   */
  end(): void {
    this.enter(this.search.depth)
    if (this.search.depth === 0) return
    this.backtrackPending(this.execution.failure !== null)
    if (this.execution.failure === null && this.execution.anyEnabled) this.backtrackStarved()
  }

  /**
   * The execution was cut at the depth limit. Threads that have waited all the while, as independent of what went on,
   * get their turn where they had it last: what they do is not to be lost behind a long loop of another thread.
   */
  protected backtrackStarved(): void {
    const { search } = this
    const { threads } = this.execution
    for (let u = 0; u < threads.length; u++) {
      const i = search.happensBefore.lastEventOf(u) + 1
      if (
        i < search.depth &&
        this.execution.isEnabled(u) &&
        search.stack.isEnabled(i, u) &&
        !search.stack.isAsleep(i, u)
      )
        this.backtrackSets.add(i, u)
    }
  }

  /** Alg. 8, l. 4-10 */
  protected backtrackPending(failed: boolean): void {
    const { search } = this
    const last = search.depth - 1
    const moved = search.log.thread[last]!
    const spawned = search.log.spawned[last]!
    const { threads } = this.execution
    for (let u = 0; u < threads.length; u++) {
      if (threads[u]!.status !== ThreadStatus.pending) continue
      if (u === moved || u === spawned) this.backtrackAll(u)
      else if (failed || this.isDependent(last, u)) this.backtrack(last, u)
    }
  }

  /** Whether u's next transition depends on event i [bpor.txt, Def. 2.3]. */
  protected isDependent(i: number, u: number): boolean {
    return conflict(this.search.log.accesses[i]!, this.search.next(u).accesses)
  }

  /** Alg. 8, l. 5-9: Backtrack for the most recent dependent event of each other thread. */
  protected backtrackAll(u: number): void {
    const { happensBefore, found } = this
    const count = happensBefore.threads
    happensBefore.examine(this.search.next(u))
    for (let v = 0; v < count; v++) found[v] = happensBefore.recent[v]!
    // Alg. 15, l. 2: only dependences that are in the transitive reduction
    if (this.optimise.trans)
      for (let v = 0; v < count; v++) if (found[v]! >= 0 && happensBefore.isCovered(found[v]!, u)) found[v] = -1
    for (let v = 0; v < count; v++) if (found[v]! >= 0) this.backtrack(found[v]!, u)
  }

  /** Backtrack(S, i, u): what DPOR needs at pre(S, i), then what each bound needs beyond it. */
  protected backtrack(i: number, u: number): void {
    if (this.optimise.release) {
      const { spec, accesses } = this.search.next(u)
      if (spec.acquires === true) i = this.acquireInsteadOf(i, accesses.cell)
    }
    const v = this.optimise.alt ? this.alternative(i, u) : u
    this.addBacktrackPoint(i, v)
    this.bounds.backtrack(i, v)
  }

  /**
   * Alg. 17, l. 2-3: if S_i releases the lock that u's next transition acquires, u cannot run before S_i but only
   * before the acquire that S_i ends. Differs: errata 21. Whether the dependence is in the transitive reduction was
   * asked of the release.
   */
  protected acquireInsteadOf(i: number, lock: number): number {
    const { log } = this.search
    if (log.specs[i]!.releases !== true || log.accesses[i]!.cell !== lock) return i
    let j = i - 1
    while (
      j >= 0 &&
      (log.thread[j] !== log.thread[i] || (log.accesses[j]!.cell !== lock && log.accesses[j]!.cell2 !== lock))
    )
      j--
    // What it ends may be something else than an exclusive acquire: a tryLock, the reacquire of a condition, a read
    // lock.
    return j >= 0 && log.specs[j]!.acquires === true ? j : i
  }

  /** Alg. 7, l. 19-23. Differs: errata 17. A sleeping thread will not be explored, so what it stands for must be. */
  protected addBacktrackPoint(i: number, u: number): void {
    const { stack } = this
    if (stack.isEnabled(i, u) && !stack.isAsleep(i, u)) this.backtrackSets.add(i, u)
    else this.addAll(i)
  }

  /**
   * Alg. 16, l. 2-6: a cheapest thread of E(S, i, u) [Def. 6.5], which holds u, if enabled at pre(S, i), and threads
   * with an event after i that happens before u's next transition. Without any, u itself.
   */
  protected alternative(i: number, u: number): number {
    const { search, happensBefore } = this
    const previous = i === 0 ? -1 : search.log.thread[i - 1]!
    const enabled = search.stack.isEnabled(i, u)
    if (u === previous && enabled) return u
    // With nothing after i, only u can be in E.
    if (i === search.depth - 1) return u
    happensBefore.examinePast(search.next(u))
    let other = -1
    for (let v = 0; v < happensBefore.threads; v++) {
      if (v === u || !search.stack.isEnabled(i, v) || !this.leadsTo(v, i)) continue
      if (v === previous) return v // it goes on, so it costs nothing
      if (other < 0) other = v
    }
    return enabled || other < 0 ? u : other
  }

  /**
   * Whether v has an event after i that happens before the operation examined last. Differs: not if that event happens
   * after i, for then v could not reach it before i either. Def. 6.5 needs no such test only if i itself does not
   * happen before u's next transition, which fails when i stands for a release (errata 20, 21).
   */
  protected leadsTo(v: number, i: number): boolean {
    const { happensBefore } = this
    const seen = happensBefore.clock[v]!
    if (seen === 0 || happensBefore.eventsOf[v]![seen - 1]! <= i) return false
    const first = happensBefore.firstAtOrAfter(v, i + 1)
    return this.search.log.thread[i] !== v && !happensBefore.before(i, first)
  }

  /** Initialize(S): a cheapest thread that is within the bounds and awake (errata 17), then what each bound adds. */
  protected initialize(): void {
    const { search } = this
    const first = search.cheapest()
    if (first < 0) {
      this.nothingToRun()
      return
    }
    this.backtrackSets.add(search.depth, first)
    this.bounds.initialize(first)
  }

  /**
   * Every enabled thread is over a bound or asleep. Where bounds are combined, the last transition counts as dependent
   * with those over a bound (errata 10): it may be what put them there.
   */
  protected nothingToRun(): void {
    const { search } = this
    const { depth, stack } = search
    this.addAll(depth) // so that the search notices what the bounds exclude here
    if (this.bounds.size < 2 || depth === 0) return
    const { threads } = this.execution
    for (let u = 0; u < threads.length; u++) if (stack.isOver(depth, u)) this.backtrack(depth - 1, u)
  }
}
