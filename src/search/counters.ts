import { HashSet } from '../base/hash-set.ts'
import type { Discoveries } from './discoveries.ts'

/** What a search counts. */
export class Counters {
  /** Complete executions run. */
  executions = 0
  /**
   * Sequences that led nowhere new: complete ones that came to a trace that had been executed, and abandoned ones
   * through known local states. Where local states are remembered, the program's code is not run for them.
   */
  repeated = 0
  /** Executions that came to a state that was explored before, where equal states are explored once; such states. */
  merged = 0
  states = 0
  /** Sets of states from which each of them is reached again and again. */
  components = 0
  /** Executions abandoned as redundant, after something new. */
  blocked = 0
  /** Executions ended by the depth limit. */
  cut = 0
  /** Executions ended because a bound let no thread go on. */
  truncated = 0
  /** Successors not taken because of a bound other than fairness. */
  excluded = 0
  /** Successors not taken because of the fair bound. */
  unfair = 0
  /** Operations executed inside sealed code, not first there (not in replays). */
  sealed = 0
  /** Yields executed for the first time (not in replays). */
  yields = 0
  transitions = 0
  /** Those of them that were executed again to get to a state. */
  replayed = 0
  /** Distinct hashes; null when they are not counted. */
  readonly traces: HashSet | null
  readonly localStates: HashSet | null
  /** Local states that no search had seen which shares `seen` with this one. */
  discovered = 0
  private readonly seen: Discoveries | null

  /** Sets have so many places, to begin with. */
  constructor(counting: boolean, places: number, seen: Discoveries | null = null) {
    this.traces = counting ? new HashSet(places) : null
    this.localStates = counting ? new HashSet(places) : null
    this.seen = counting ? seen : null
  }

  /** Whether it is known which local states are discoveries. */
  get discovers(): boolean {
    return this.seen !== null
  }

  /** A local state was visited; whether this search had not been there. */
  visit(lo: number, hi: number): boolean {
    const { localStates, seen } = this
    if (localStates === null) return true
    if (!localStates.add(lo, hi)) return false
    if (seen !== null && seen.add(lo, hi)) this.discovered++
    return true
  }

  replay(transitions: number): void {
    this.transitions += transitions
    this.replayed += transitions
  }
}
