import type { Handle, Slot } from '../base/thread-numbers.ts'
import { Access, type Accesses } from '../dependence/accesses.ts'
import { CellHash } from '../trace/cell-hash.ts'

export const LANES_PER_CELL = 4
export const LANES_PER_THREAD = 2

/**
 * Names events by their causal past, in 64 bits: the thread and its previous event, and for every cell touched the last
 * write and, if the event writes, the reads since (as a sum: reads commute). As threads are deterministic, that
 * determines the operation and its value too. The state lives in arrays that may be shared between workers, whose owner
 * is whoever holds the lock.
 *
 * Like `TraceHash`, but threads are named by their handles, which mean the same in every process.
 */
export class CausalPast extends CellHash {
  /** By slot: the thread's last event. */
  private readonly last: Int32Array
  /** The name that the last call of `identify` found. */
  declare lo: number
  declare hi: number

  constructor(cells: Int32Array, last: Int32Array) {
    super(cells)
    this.last = last
  }

  private begin(handle: Handle, choice: number): void {
    this.lo = (handle + 1) | 0
    this.hi = (choice + 1 + Math.imul(Math.floor(handle / 0x1_0000_0000), 0x27d4eb2f)) | 0
  }

  /** What names of events of the thread begin with, for those who compute them elsewhere. */
  writeSeed(handle: Handle, words: Int32Array, at: number): void {
    this.begin(handle, 0)
    words[at] = this.lo
    words[at + 1] = this.hi
  }

  /** The name of the event that the thread in `slot` would execute now. */
  identify(slot: Slot, handle: Handle, choice: number, touch: Accesses): void {
    this.begin(handle, choice)
    this.absorb(this.last[2 * slot]!, this.last[2 * slot + 1]!)
    if (touch.access !== Access.none) {
      const writes = touch.access === Access.write
      for (let c = touch.cell, end = c + touch.bytes; c < end; c += touch.stride) this.see(c, writes)
    }
    if (touch.cell2 >= 0) this.see(touch.cell2, touch.access2 === Access.write)
    this.finish()
  }

  /** The event that was identified last has happened. */
  happen(slot: Slot, touch: Accesses): void {
    if (touch.access !== Access.none) {
      const writes = touch.access === Access.write
      for (let c = touch.cell, end = c + touch.bytes; c < end; c += touch.stride) this.mark(c, writes, this.lo, this.hi)
    }
    if (touch.cell2 >= 0) this.mark(touch.cell2, touch.access2 === Access.write, this.lo, this.hi)
    this.last[2 * slot] = this.lo
    this.last[2 * slot + 1] = this.hi
  }

  /** The event that happened last started the thread in `child`. */
  spawned(child: number): void {
    this.last[2 * child] = this.lo ^ 0x5bd1e995
    this.last[2 * child + 1] = this.hi
  }

  /** The thread has ended: its last event counts as a write of its end (errata 14). */
  ended(slot: Slot, endCell: number): void {
    this.mark(endCell, true, this.last[2 * slot]!, this.last[2 * slot + 1]!)
  }

  /** Forgets an execution that touched these cells. */
  clear(touch: Accesses): void {
    for (let c = touch.cell, end = c + touch.bytes; c < end; c += touch.stride) this.cells.fill(0, 4 * c, 4 * c + 4)
    if (touch.cell2 >= 0) this.cells.fill(0, 4 * touch.cell2, 4 * touch.cell2 + 4)
    if (touch.end >= 0) this.cells.fill(0, 4 * touch.end, 4 * touch.end + 4)
  }
}
