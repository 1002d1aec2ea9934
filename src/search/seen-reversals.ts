import type { Slot } from '../base/thread-numbers.ts'
import type { Capacities } from '../base/capacities.ts'
import type { HappensBefore } from '../trace/happens-before.ts'
import type { TraceHash } from '../trace/trace-hash.ts'
import { IndependentSums } from './independent-sums.ts'

/**
 * Reversals of races that need not be looked at again. Forgetting some only costs time, so each has one place, where it
 * stays until another one comes there.
 */
export class SeenReversals {
  /** Two words for each. */
  private readonly seen: Int32Array
  private readonly places: number
  private readonly sums: IndependentSums
  /** A number for each state that the search has entered. */
  readonly stateIds: number[] = []
  private nextStateId = 1

  constructor(happensBefore: HappensBefore, hash: TraceHash, capacities: Capacities) {
    this.places = capacities.reversals
    this.seen = new Int32Array(2 * this.places)
    this.sums = new IndependentSums(happensBefore, hash, capacities)
  }

  /** A new state. */
  enter(depth: number): void {
    this.stateIds[depth] = this.nextStateId++
  }

  /** An execution of `depth` events of which those before `from` are as they were in the one before. */
  begin(from: number, depth: number): void {
    this.sums.begin(from, depth)
  }

  /**
   * Whether this v = notdep(e, E).e' has not been seen at pre(E, e) yet, for an e' of the thread: whatever came of it
   * then would come of it now. The events of v do not happen after e, so their hashes, which cover their causal pasts,
   * tell which trace v is.
   */
  isNew(e: number, thread: Slot, depth: number, failedAt: number): boolean {
    const { sums, seen } = this
    const stateId = this.stateIds[e]!
    sums.find(e, depth, failedAt)
    const lo = ((Math.imul(stateId, 0x9e3779b1) ^ thread) + sums.lo) | 0
    const hi = (Math.imul(stateId, 0x85ebca6b) + thread + sums.hi) | 0
    const at = 2 * Math.floor(((hi >>> 0) / 0x1_0000_0000) * this.places)
    if (seen[at] === lo && seen[at + 1] === hi) return false
    seen[at] = lo
    seen[at + 1] = hi
    return true
  }
}
