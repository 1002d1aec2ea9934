import type { Slot } from '../base/thread-numbers.ts'
import type { Capacities } from '../base/capacities.ts'
import type { Operation } from '../program/operations/operation.ts'
import type { EventLog } from '../trace/event-log.ts'
import type { HappensBefore } from '../trace/happens-before.ts'

/**
 * What a bound can see of the search: the sequence S, its states, and where backtrack points go. `pre(S, i)` is the
 * state number i, before event i; `final(S)` is state number `depth`.
 */
export interface SearchView {
  readonly capacities: Capacities
  readonly log: EventLog
  readonly happensBefore: HappensBefore
  /** len(S) */
  readonly depth: number
  /** How many threads there can be. */
  readonly threads: number
  /** Whether the thread is in enabled(pre(S, i)), or in enabled(final(S)) for i = depth. */
  isEnabledAt(i: number, thread: Slot): boolean
  /** next(final(S), u) */
  next(thread: Slot): Operation
  /** The number that orders threads the same way in every search of a program. */
  handleOf(thread: Slot): number
  /** Whether u's next transition from pre(S, i) may enable others. */
  isReleaseAt(i: number, thread: Slot): boolean
  /** Whether the thread is enabled at pre(S, i) but over one of the other bounds there. */
  isOverOthersAt(i: number, thread: Slot, except: Bound): boolean
  /**
   * Adds threads to be explored from pre(S, i) because of the bound, not because of a dependence: BPOR's conservative
   * backtrack points, the `pending` set of Alg. 18.
   */
  addConservative(i: number, thread: Slot): void
  addConservativeAll(i: number): void
  /** What the other bounds add when u is to run from pre(S, i). */
  backtrackOthers(i: number, u: number, except: Bound): void
}

/**
 * A bound: a cost of sequences, a limit, and what BPOR must add to stay within coverage [Coons, dissertation, Alg. 8].
 * Initialize and Backtrack here state only what goes beyond DPOR, which the search adds itself. One file per bound and
 * one entry in `bounds`.
 */
export interface Bound {
  readonly name: BoundName | 'sealed'
  readonly limit: number
  /** Bv(S.next(final(S), u)) for an enabled thread u. */
  costOf(u: number): number
  /** Bv(S) */
  cost(): number
  /** Event `depth` has been executed: S has grown by one. */
  push(depth: number): void
  pop(depth: number): void
  /** What Initialize(S) adds beyond one thread, `first`. */
  initialize(first: number): void
  /** What Backtrack(S, i, u) adds beyond u (or all enabled threads, if u is disabled) at pre(S, i). */
  backtrack(i: number, u: number): void
  /** Whether the thread's next transition from pre(S, i) is known to exceed the bound. */
  isOverAt?(i: number, thread: Slot): boolean
  /**
   * What of Bv(S) counts against all that follows: the less it is, the more is within the bound. Here and in the next
   * one only where equal states can be told (`BoundEntry.tellsStates`).
   */
  spent?(): number
  /** What else of S the costs of what follows depend on, beyond the state that S has led to. Threads have names there. */
  tellSituation?(tell: TellSituation, nameOf: (thread: Slot) => number): void
}

/** A place, and what is there. */
export type TellSituation = (place: number, value: number) => void

export type BoundName = 'depth' | 'context' | 'preemption' | 'delta' | 'fair' | 'local-depth' | 'local-context'

/** How a bound function behaves; the bounds' tests check it [Coons, dissertation, Defs. 2.6, 4.4, 4.5]. */
export interface BoundProperties {
  /** Bv(S) <= Bv(S.t) */
  readonly monotonic: boolean
  /** Equivalent sequences have equal costs. */
  readonly stable: boolean
  /** An independent transition changes nothing but by its own cost: Bv(S.t.a) = max(Bv(S.t), Bv(S.a)). */
  readonly extensible: boolean
}

export interface BoundEntry {
  readonly summary: string
  readonly properties: BoundProperties
  /**
   * Whether it is known on what, beyond the contents of the state that S has led to, the costs of what follows depend.
   */
  readonly tellsStates: boolean
  /** Whether threads count as different ones, though they do the same. */
  readonly tellsThreadsApart?: boolean
  /** The smallest limit that lets anything run. */
  readonly least: number
  readonly make: (limit: number, view: SearchView) => Bound
}
