import type { Slot } from '../base/thread-numbers.ts'
import { Order } from '../program/operations/operation-spec.ts'
import { doubled } from '../base/columns.ts'
import { UndoList } from '../base/undo-list.ts'

/**
 * The order that synchronisation makes between what threads do: ECMAScript's happens-before, and what the primitives
 * promise. It is weaker than the order of dependent events (`HappensBefore`), which reads and writes of memory are part
 * of as well: those order nothing, they race.
 *
 * Vector clocks, kept along the search stack: `push` before an event, `pop` when the search backtracks. A thread's own
 * clock ticks when it releases something; what it did before that is known to whoever acquires it.
 */
export class SyncOrder {
  private readonly width: number
  // Rows of clocks, one for each thread, then one for each cell that something was released at.
  private clocks: Int32Array<ArrayBuffer>
  private rows: number
  private readonly released: Int32Array
  /** What readers released, by cell. */
  private readonly releasedByReaders = new Map<number, number>()
  /**
   * By row: how many bytes the last store wrote from there, or CONTINUED, or 0 once a plain write came over it. Only a
   * load of exactly the bytes of a store comes after it.
   */
  private ranges: Int32Array<ArrayBuffer>
  /** One more than the largest slot that has been seen. */
  private threads = 0
  /** Places of `ranges` are below zero. */
  private readonly undo = new UndoList(64)

  /** For so many cells and threads. */
  constructor(cells: number, width: number) {
    this.width = width
    this.rows = width
    this.clocks = new Int32Array(2 * width * width)
    this.ranges = new Int32Array(2 * width)
    this.released = new Int32Array(cells).fill(-1)
  }

  /** One more than the largest slot of a thread that has started. */
  get count(): number {
    return this.threads
  }

  /** When the thread does something now. */
  timeOf(thread: Slot): number {
    return this.clocks[thread * this.width + thread]!
  }

  /** Up to when what another thread did comes before what this one does now. */
  seen(thread: Slot, other: number): number {
    return this.clocks[thread * this.width + other]!
  }

  /** How many clocks there are: of threads, by slot, up to `count`; from `firstReleased` on, of what was released. */
  get clockCount(): number {
    return this.rows
  }
  get firstReleased(): number {
    return this.width
  }
  /** Up to when what the thread did is known at the clock. */
  at(clock: number, thread: Slot): number {
    return this.clocks[clock * this.width + thread]!
  }
  /** Which loads come after the last store to what the clock belongs to. */
  rangeOf(clock: number): number {
    return this.ranges[clock]!
  }

  // --- growing and shrinking with the search stack ---

  push(): void {
    this.undo.begin()
  }

  pop(): void {
    const { undo, clocks, ranges } = this
    const { pairs } = undo
    const start = undo.end()
    for (let at = undo.top - 2; at >= start; at -= 2) {
      const place = pairs[at]!
      if (place >= 0) clocks[place] = pairs[at + 1]!
      else ranges[~place] = pairs[at + 1]!
    }
    undo.top = start
  }

  reset(): void {
    this.clocks.fill(0)
    this.ranges.fill(0)
    this.undo.clear()
  }

  // --- what happens ---

  /** A thread that starts after its parent's spawn, or at the beginning (-1). */
  started(thread: Slot, parent: number): void {
    if (thread >= this.threads) this.threads = thread + 1
    if (parent >= 0) this.copy(thread * this.width, parent * this.width)
    this.tick(thread)
    if (parent >= 0) this.tick(parent)
  }

  /** A join has returned. */
  joined(thread: Slot, ended: number): void {
    this.join(thread * this.width, ended * this.width)
  }

  /** Before the operation's access counts: it comes after what it acquires. */
  acquire(thread: Slot, orders: number, cell: number, bytes: number, stride: number, cell2: number): void {
    const own = thread * this.width
    if ((orders & Order.acquire) !== 0) this.acquireFrom(own, cell, bytes, stride)
    if ((orders & Order.acquireFromReaders) !== 0) {
      const row = this.releasedByReaders.get(cell)
      if (row !== undefined) this.join(own, row * this.width)
    }
    if ((orders & Order.acquire2) !== 0) this.acquireFrom(own, cell2, 1, 1)
  }

  /** After the operation's access: whoever acquires it comes later. */
  release(thread: Slot, orders: number, cell: number, bytes: number, stride: number, cell2: number): void {
    const own = thread * this.width
    if ((orders & Order.release) !== 0) this.releaseTo(cell, own)
    if ((orders & Order.releaseToWriters) !== 0) this.join(this.rowForReaders(cell) * this.width, own)
    if ((orders & Order.release2) !== 0) this.releaseTo(cell2, own)
    if ((orders & Order.store) !== 0) {
      for (let c = cell; c < cell + bytes; c += stride) {
        const row = this.rowOf(c)
        this.copy(row * this.width, own)
        this.setRange(row, c === cell ? bytes : CONTINUED)
      }
    }
    if ((orders & RELEASES) !== 0) this.tick(thread)
  }

  /** A plain write: a load that reads it synchronises with nobody. */
  overwrite(cell: number): void {
    const row = this.released[cell]!
    if (row >= 0 && this.ranges[row] !== 0) this.setRange(row, 0)
  }

  private acquireFrom(own: number, cell: number, bytes: number, stride: number): void {
    const row = this.released[cell]!
    if (row < 0 || this.ranges[row] !== bytes) return
    for (let c = cell + stride; c < cell + bytes; c += stride) if (this.ranges[this.released[c]!] !== CONTINUED) return
    this.join(own, row * this.width)
  }

  /** What primitives and wait lists release adds up. They are one cell. */
  private releaseTo(cell: number, own: number): void {
    const row = this.rowOf(cell)
    this.join(row * this.width, own)
    this.setRange(row, 1)
  }

  private rowOf(cell: number): number {
    let row = this.released[cell]!
    if (row < 0) this.released[cell] = row = this.newRow()
    return row
  }

  private rowForReaders(cell: number): number {
    let row = this.releasedByReaders.get(cell)
    if (row === undefined) this.releasedByReaders.set(cell, (row = this.newRow()))
    return row
  }

  private newRow(): number {
    if (this.rows === this.ranges.length) {
      this.clocks = doubled(this.clocks)
      this.ranges = doubled(this.ranges)
    }
    return this.rows++
  }

  private setRange(row: number, range: number): void {
    const old = this.ranges[row]!
    if (old === range) return
    this.undo.note(~row, old)
    this.ranges[row] = range
  }

  private join(into: number, from: number): void {
    const { clocks } = this
    for (let t = 0; t < this.threads; t++) {
      if (clocks[from + t]! > clocks[into + t]!) this.setClock(into + t, clocks[from + t]!)
    }
  }

  private copy(into: number, from: number): void {
    const { clocks } = this
    for (let t = 0; t < this.threads; t++) {
      if (clocks[from + t]! !== clocks[into + t]!) this.setClock(into + t, clocks[from + t]!)
    }
  }

  private tick(thread: Slot): void {
    const place = thread * this.width + thread
    this.setClock(place, this.clocks[place]! + 1)
  }

  private setClock(place: number, value: number): void {
    this.undo.note(place, this.clocks[place]!)
    this.clocks[place] = value
  }
}

const RELEASES = Order.release | Order.releaseToWriters | Order.release2 | Order.store

/** The cell belongs to a store that begins before it. */
const CONTINUED = -1
