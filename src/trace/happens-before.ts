import type { Slot } from '../base/thread-numbers.ts'
import { MAX_THREADS } from '../dependence/cells.ts'
import { Access } from '../dependence/accesses.ts'
import type { EventLog } from './event-log.ts'
import type { Transition } from './transition.ts'
import { doubled } from '../base/columns.ts'
import { UndoList } from '../base/undo-list.ts'

/**
 * Vector clocks of the events on the search stack, and for every cell the last accesses by each thread. `push` an
 * executed event, `pop` it when the search backtracks. Events are named by their depth; -1 stands for none.
 */
export class HappensBefore {
  protected readonly log: EventLog
  /** How many threads there is room for. */
  protected readonly width: number
  private readonly room: number
  /** By depth and thread: how many of the thread's events happen before the event or are it. */
  private clocks: Int32Array<ArrayBuffer>
  /** By depth: the latest other event that happens before it, or -1. */
  latest: Int32Array
  /** By thread: the depths of its events. */
  readonly eventsOf: Int32Array<ArrayBuffer>[] = []
  /** By thread: how many events it has. */
  readonly count: Int32Array
  /** By thread: the event that spawned it, or -1. */
  private readonly spawnedBy: Int32Array
  /** One more than the largest slot that has been seen. */
  threads = 0

  // A row for each cell: the last write of all, then by thread its last write, then by thread its last read.
  private readonly rowOfCell: Int32Array
  private readonly rowLength: number
  protected rows: Int32Array<ArrayBuffer>
  private rowCount = 0
  /** Places in rows. */
  private readonly undo: UndoList

  /** Results of `examine`. By thread: its most recent event that is dependent with the operation, or -1. */
  readonly recent: Int32Array
  /** Result of `examinePast`: how many events of each thread would happen before the operation. */
  readonly clock: Int32Array

  /**
   * `most` is how many threads there can be; `room` for how many events there is room to begin with; `more` how much
   * longer rows are, in threads.
   */
  constructor(log: EventLog, most: number = MAX_THREADS, room = 256, more = 0) {
    this.log = log
    this.width = most
    this.room = room
    this.count = new Int32Array(most)
    this.spawnedBy = new Int32Array(most).fill(-1)
    this.recent = new Int32Array(most)
    this.clock = new Int32Array(most)
    this.clocks = new Int32Array(room * most)
    this.latest = new Int32Array(room)
    this.undo = new UndoList(room)
    this.rowLength = 1 + (2 + more) * most
    this.rows = new Int32Array(Math.ceil(room / 16) * this.rowLength).fill(-1)
    this.rowOfCell = new Int32Array(log.cells).fill(-1)
  }

  lastEventOf(thread: Slot): number {
    const count = this.count[thread]!
    return count === 0 ? -1 : this.eventsOf[thread]![count - 1]!
  }

  /** How many of `thread`'s events happen before `event` or are it. */
  seen(event: number, thread: Slot): number {
    return this.clocks[event * this.width + thread]!
  }

  /** The size of the event's causal past, the event included. */
  pastSize(event: number): number {
    let sum = 0
    for (let t = 0; t < this.threads; t++) sum += this.clocks[event * this.width + t]!
    return sum
  }

  /** Whether event i happens before event j, for i < j. */
  before(i: number, j: number): boolean {
    const thread = this.log.thread[i]!
    return this.clocks[j * this.width + thread]! >= this.clocks[i * this.width + thread]!
  }

  // --- growing and shrinking with the search stack -------------------------------------------------------------------

  push(depth: number): void {
    const { log } = this
    const thread = log.thread[depth]!
    this.prepare(depth, thread)
    const base = depth * this.width
    const { cell, bytes, stride, access, cell2, access2, end } = log.accesses[depth]!
    if (access !== Access.none) {
      for (let c = cell; c < cell + bytes; c += stride) this.join(depth, c, access === Access.write)
      for (let c = cell; c < cell + bytes; c += stride) this.mark(c, thread, depth, access === Access.write)
    }
    if (cell2 >= 0) {
      this.join(depth, cell2, access2 === Access.write)
      this.mark(cell2, thread, depth, access2 === Access.write)
    }
    if (end >= 0) this.mark(end, thread, depth, true)
    this.clocks[base + thread] = ++this.count[thread]!
    const spawned = log.spawned[depth]!
    if (spawned >= 0) {
      this.spawnedBy[spawned] = depth
      if (spawned >= this.threads) this.threads = spawned + 1
    }
  }

  private prepare(depth: number, thread: Slot): void {
    if ((depth + 1) * this.width > this.clocks.length) this.clocks = doubled(this.clocks)
    if (depth >= this.latest.length) this.latest = doubled(this.latest)
    if (thread >= this.threads) this.threads = thread + 1
    const { clocks, width } = this
    const base = depth * width
    const previous = this.predecessor(thread)
    const from = previous * width
    if (previous >= 0) for (let t = 0; t < width; t++) clocks[base + t] = clocks[from + t]!
    else clocks.fill(0, base, base + width)
    this.latest[depth] = previous
    const events = (this.eventsOf[thread] ??= new Int32Array(this.room))
    const count = this.count[thread]!
    if (count === events.length) this.eventsOf[thread] = doubled(events)
    this.eventsOf[thread]![count] = depth
    this.undo.begin()
  }

  /** The event that comes just before the thread's next one, in program order. */
  private predecessor(thread: Slot): number {
    const last = this.lastEventOf(thread)
    return last >= 0 ? last : this.spawnedBy[thread]!
  }

  pop(depth: number): void {
    const { log, undo, rows } = this
    this.count[log.thread[depth]!]!--
    const { pairs } = undo
    const start = undo.end()
    for (let at = undo.top - 2; at >= start; at -= 2) rows[pairs[at]!] = pairs[at + 1]!
    undo.top = start
    const spawned = log.spawned[depth]!
    if (spawned >= 0) this.spawnedBy[spawned] = -1
  }

  protected rowOf(cell: number): number {
    let row = this.rowOfCell[cell]!
    if (row < 0) {
      row = this.rowCount++
      if (this.rowCount * this.rowLength > this.rows.length) this.rows = doubled(this.rows, -1)
      this.rowOfCell[cell] = row
    }
    return row * this.rowLength
  }

  protected join(depth: number, cell: number, writes: boolean): void {
    const row = this.rowOf(cell)
    const lastWrite = this.rows[row]!
    if (lastWrite >= 0) this.joinClock(depth, lastWrite)
    if (!writes) return
    const reads = row + 1 + this.width
    for (let t = 0; t < this.threads; t++) {
      const read = this.rows[reads + t]!
      if (read > lastWrite) this.joinClock(depth, read)
    }
  }

  protected joinClock(depth: number, event: number): void {
    const { clocks, width } = this
    if (event > this.latest[depth]!) this.latest[depth] = event
    const base = depth * width
    const other = event * width
    for (let t = 0; t < this.threads; t++)
      if (clocks[other + t]! > clocks[base + t]!) clocks[base + t] = clocks[other + t]!
  }

  protected mark(cell: number, thread: Slot, depth: number, writes: boolean): void {
    const row = this.rowOf(cell)
    if (writes) {
      this.set(row, depth)
      this.set(row + 1 + thread, depth)
    } else this.set(row + 1 + this.width + thread, depth)
  }

  protected set(place: number, value: number): void {
    this.undo.note(place, this.rows[place]!)
    this.rows[place] = value
  }

  // --- pending operations --------------------------------------------------------------------------------------------

  /**
   * Finds in `recent` each other thread's most recent event that is dependent with a transition that is pending now, or
   * may be later on.
   */
  examine({ thread, accesses }: Pick<Transition, 'thread' | 'accesses'>): void {
    const { recent } = this
    const { cell, bytes, stride, access, cell2, access2 } = accesses
    for (let t = 0; t < this.threads; t++) recent[t] = -1
    if (access !== Access.none)
      for (let c = cell; c < cell + bytes; c += stride) this.examineCell(c, access === Access.write)
    if (cell2 >= 0) this.examineCell(cell2, access2 === Access.write)
    recent[thread] = -1
  }

  /** The last event that wrote the cell, or -1. */
  lastWriteOf(cell: number): number {
    return this.rows[this.rowOf(cell)]!
  }

  /** Also finds in `clock` what would happen before `op`. */
  examinePast(op: Pick<Transition, 'thread' | 'accesses'>): void {
    this.examine(op)
    this.clock.fill(0, 0, this.threads)
    this.addToClock(this.predecessor(op.thread))
    for (let t = 0; t < this.threads; t++) this.addToClock(this.recent[t]!)
  }

  protected examineCell(cell: number, writes: boolean): void {
    const row = this.rowOf(cell) // which may replace `rows` by a larger one
    const { rows, recent } = this
    const reads = row + 1 + this.width
    for (let t = 0; t < this.threads; t++) {
      let event = rows[row + 1 + t]!
      if (writes && rows[reads + t]! > event) event = rows[reads + t]!
      if (event > recent[t]!) recent[t] = event
    }
  }

  private addToClock(event: number): void {
    if (event < 0) return
    const { clock, clocks } = this
    const other = event * this.width
    for (let t = 0; t < this.threads; t++) if (clocks[other + t]! > clock[t]!) clock[t] = clocks[other + t]!
  }

  /**
   * i ->_S u [Coons, dissertation, Def. 6.2], for i = `recent[v]` after `examine(next(final(S), u))`: another event
   * that is dependent with u's next transition already has i in its past.
   */
  isCovered(i: number, u: number): boolean {
    const previous = this.predecessor(u)
    if (previous > i && this.before(i, previous)) return true
    for (let w = 0; w < this.threads; w++) {
      const j = this.recent[w]!
      if (j > i && this.before(i, j)) return true
    }
    return false
  }

  /**
   * Whether event i happens before the thread's last event (or its spawn), so that the thread's next one cannot
   * overtake i.
   */
  isBeforeThread(i: number, thread: Slot): boolean {
    const previous = this.predecessor(thread)
    return previous >= i && (previous === i || this.before(i, previous))
  }

  /** The first event of `thread` at or after depth i, or -1 when its next transition there is still pending. */
  firstAtOrAfter(thread: Slot, i: number): number {
    let low = 0
    let high = this.count[thread]!
    const events = this.eventsOf[thread]
    while (low < high) {
      const middle = (low + high) >> 1
      if (events![middle]! < i) low = middle + 1
      else high = middle
    }
    return low < this.count[thread]! ? events![low]! : -1
  }
}
