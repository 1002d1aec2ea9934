import type { Slot } from '../base/thread-numbers.ts'
import type { SyncOrder } from './sync-order.ts'

/** Hears what a clock knows of a thread's accesses: how many of them, or below zero which one. */
export type TellRelation = (clock: number, thread: Slot, known: number) => void

/**
 * What decides which races are found later: which of each thread's accesses, to cells where accesses can race and not
 * all that do are known, each clock knows of.
 */
export class RaceRelation {
  private readonly order: SyncOrder
  /** By thread: its entries of cells where accesses can race. */
  private readonly entries: number[][] = []
  /** By entry: a number that all threads have in common which access the same from the same place. */
  private readonly places: number[] = []
  private readonly placeNumbers = new Map<string, number>()
  /** By entry: the last state in which some thread that counts did not know of it. */
  private readonly unknownIn: number[] = []
  private state = 0
  /** By entry: the row of the cell. */
  private readonly rows: number[] = []
  /** Whether all races at a cell are known that there can be. */
  private readonly isSettled: (row: number) => boolean

  constructor(order: SyncOrder, isSettled: (row: number) => boolean) {
    this.order = order
    this.isSettled = isSettled
  }

  /** `place` tells the accesses of a thread apart. */
  note(thread: Slot, entry: number, row: number, place: string): void {
    const entries = (this.entries[thread] ??= [])
    if (entries.includes(entry)) return
    entries.push(entry)
    this.rows[entry] = row
    let number = this.placeNumbers.get(place)
    if (number === undefined) this.placeNumbers.set(place, (number = this.placeNumbers.size))
    this.places[entry] = number
  }

  /** `counts` says which threads may still do something, or be joined; `times` when each entry was last accessed. */
  tell(
    times: Int32Array,
    counts: (slot: Slot) => boolean,
    hasConverged: (slot: Slot) => boolean,
    tell: TellRelation,
  ): void {
    const { order, entries } = this
    this.state++
    for (let clock = 0; clock < order.clockCount; clock++) {
      const isThread = clock < order.firstReleased
      if (isThread && (clock >= order.count || !counts(clock))) continue
      let any = false
      for (let t = 0; t < order.count; t++) {
        if (entries[t] === undefined || t === clock) continue
        if (hasConverged(t) ? this.tellOfConverged(times, clock, t, tell) : this.tellOfOther(times, clock, t, tell))
          any = true
      }
      if (any && !isThread) tell(clock, -1, order.rangeOf(clock))
    }
  }

  /** A thread's accesses and their times are a matter of its local state, so their number is enough. */
  private tellOfOther(times: Int32Array, clock: number, t: Slot, tell: TellRelation): boolean {
    const entries = this.entries[t]!
    const seen = this.order.at(clock, t)
    if (seen === 0) return false
    let known = 0
    for (let k = 0; k < entries.length; k++) {
      const entry = entries[k]!
      if (times[entry]! > 0 && times[entry]! <= seen && !this.isSettled(this.rows[entry]!)) known++
    }
    if (known > 0) tell(clock, t, known)
    return known > 0
  }

  /**
   * All ends with one result are one local state, whatever the thread has accessed on its way, and so are some others.
   * So each access is told that can still race: those that a thread does not know of, and who else knows of them and
   * can pass that on.
   */
  private tellOfConverged(times: Int32Array, clock: number, t: Slot, tell: TellRelation): boolean {
    const { state, unknownIn, order } = this
    const entries = this.entries[t]!
    const seen = order.at(clock, t)
    const isThread = clock < order.firstReleased
    let any = false
    for (let k = 0; k < entries.length; k++) {
      const entry = entries[k]!
      const isKnown = times[entry]! <= seen
      if (times[entry] === 0 || isKnown === isThread || this.isSettled(this.rows[entry]!)) continue
      if (isThread) unknownIn[entry] = state
      else if (unknownIn[entry] !== state) continue
      tell(clock, t, ~this.places[entry]!)
      any = true
    }
    return any
  }
}
