import type { Capacities } from '../base/capacities.ts'
import type { HappensBefore } from '../trace/happens-before.ts'
import type { TraceHash } from '../trace/trace-hash.ts'

/**
 * By event e of the current execution, the sum of the hashes of notdep(e, E): of all later events that do not happen
 * after e. Most of an execution is as it was in the one before, and so are the sums up to there.
 */
export class IndependentSums {
  lo = 0
  hi = 0
  private readonly happensBefore: HappensBefore
  private readonly hash: TraceHash
  // By e and k: the sums over the events up to k.
  private sumsLo = new Int32Array(0)
  private sumsHi = new Int32Array(0)
  private width = 0
  /** By e: up to which k, exclusively, the sums hold. */
  private readonly known: Int32Array
  private readonly capacities: Capacities

  constructor(happensBefore: HappensBefore, hash: TraceHash, capacities: Capacities) {
    this.happensBefore = happensBefore
    this.hash = hash
    this.capacities = capacities
    this.known = new Int32Array(capacities.summedEvents)
  }

  /**
   * Before the first sum of an execution of `depth` events, of which those before `from` are the same as in the one
   * before.
   */
  begin(from: number, depth: number): void {
    const { known } = this
    const { summedEvents } = this.capacities
    if (depth > this.width && depth <= summedEvents) this.widen(depth)
    for (let e = Math.min(depth, summedEvents) - 1; e >= 0; e--) {
      if (e >= from) known[e] = 0
      else if (known[e]! > from) known[e] = from
    }
  }

  /** Finds the sum for e, without the event `except`, in `lo` and `hi`. */
  find(e: number, depth: number, except: number): void {
    const { happensBefore, hash, sumsLo, sumsHi } = this
    const keeps = depth <= this.capacities.summedEvents
    const row = e * this.width
    const from = keeps ? Math.max(this.known[e]!, e + 1) : e + 1
    let lo = from === e + 1 ? 0 : sumsLo[row + from - 1]!
    let hi = from === e + 1 ? 0 : sumsHi[row + from - 1]!
    for (let k = from; k < depth; k++) {
      if (k !== except && !happensBefore.before(e, k)) {
        lo = (lo + hash.eventsLo[k]!) | 0
        hi = (hi + hash.eventsHi[k]!) | 0
      }
      if (!keeps) continue
      sumsLo[row + k] = lo
      sumsHi[row + k] = hi
    }
    if (keeps) this.known[e] = depth
    this.lo = lo
    this.hi = hi
  }

  private widen(depth: number): void {
    const { summedEvents, room } = this.capacities
    this.width = Math.min(summedEvents, Math.max(2 * this.width, depth, room))
    this.sumsLo = new Int32Array(this.width * this.width)
    this.sumsHi = new Int32Array(this.width * this.width)
    this.known.fill(0)
  }
}
