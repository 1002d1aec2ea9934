import type { Slot } from '../base/thread-numbers.ts'
import { MAX_THREADS } from '../dependence/cells.ts'
import { Access } from '../dependence/accesses.ts'
import { CellHash } from './cell-hash.ts'
import type { EventLog } from './event-log.ts'
import { doubled, withRoom } from '../base/columns.ts'

/**
 * 64-bit hashes of local states and traces, kept along the search stack: `push` an executed event, `pop` it when the
 * search backtracks, so that replaying a prefix costs nothing here.
 *
 * An event's hash covers its causal past: the thread's previous event, and for every cell it touches the last write
 * and, if it writes itself, all reads since (as a sum, since reads commute). That determines the operation too, as
 * threads are deterministic. A trace is determined by the last event of each thread, since the later of two dependent
 * events has the earlier one in its past; so independent events may come in any order without changing the hash.
 */
export class TraceHash extends CellHash {
  protected readonly log: EventLog
  // By thread: hash of its last event.
  readonly lastLo = new Int32Array(MAX_THREADS)
  readonly lastHi = new Int32Array(MAX_THREADS)
  /** By depth: the event's hash. */
  eventsLo: Int32Array
  eventsHi: Int32Array
  // What to restore: for each cell changed (cell, four lanes), for each event (thread, two lanes, start of its cells).
  private undo: Int32Array
  private undoTop = 0

  /** With room for so many events, to begin with. */
  constructor(log: EventLog, room = 256) {
    super(new Int32Array(4 * log.cells))
    this.log = log
    this.eventsLo = new Int32Array(room)
    this.eventsHi = new Int32Array(room)
    this.undo = new Int32Array(16 * room)
  }

  /** Hashes the event at `depth` of the log, which has just been executed. */
  push(depth: number): void {
    const { log } = this
    const thread = log.thread[depth]!
    const start = this.undoTop
    this.lo = thread + 1
    this.hi = log.choice[depth]! + 1
    this.absorb(this.lastLo[thread]!, this.lastHi[thread]!)
    const { cell, bytes, stride, access, cell2, access2, end } = log.accesses[depth]!
    if (access !== Access.none) for (let c = cell; c < cell + bytes; c += stride) this.see(c, access === Access.write)
    if (cell2 >= 0) this.see(cell2, access2 === Access.write)
    this.finish()
    if (access !== Access.none) for (let c = cell; c < cell + bytes; c += stride) this.touch(c, access === Access.write)
    if (cell2 >= 0) this.touch(cell2, access2 === Access.write)
    if (end >= 0) this.touch(end, true)
    this.remember(thread, start)
    const child = log.spawned[depth]!
    if (child >= 0) {
      this.remember(child, this.undoTop)
      this.lastLo[child] = this.lo ^ 0x5bd1e995
      this.lastHi[child] = this.hi
    }
    this.lastLo[thread] = this.lo
    this.lastHi[thread] = this.hi
    if (depth >= this.eventsLo.length) {
      this.eventsLo = doubled(this.eventsLo)
      this.eventsHi = doubled(this.eventsHi)
    }
    this.eventsLo[depth] = this.lo
    this.eventsHi[depth] = this.hi
  }

  /** Undoes the last pushed event, which is the one at `depth`. */
  pop(depth: number): void {
    if (this.log.spawned[depth]! >= 0) this.restore()
    this.restore()
  }

  /** The local state that the last pushed event reached. */
  get eventLo(): number {
    return this.lo
  }
  get eventHi(): number {
    return this.hi
  }

  /**
   * The trace so far, of the threads in slots below `count`. Read `eventLo` and `eventHi` afterwards. Threads without
   * an event do not matter: slots appear as the search discovers that threads can be spawned.
   */
  hashTrace(count: number): void {
    this.lo = 0
    this.hi = 0
    for (let t = 0; t < count; t++)
      if ((this.lastLo[t]! | this.lastHi[t]!) !== 0) this.absorb(this.lastLo[t]!, this.lastHi[t]!)
    this.finish()
  }

  /** Marks the cell with the running hash, so that it can be undone. */
  protected touch(cell: number, writes: boolean): void {
    const at = 4 * cell
    const { cells } = this
    this.undo = withRoom(this.undo, this.undoTop + 5)
    const { undo } = this
    const top = this.undoTop
    undo[top] = at
    undo[top + 1] = cells[at]!
    undo[top + 2] = cells[at + 1]!
    undo[top + 3] = cells[at + 2]!
    undo[top + 4] = cells[at + 3]!
    this.undoTop = top + 5
    this.mark(cell, writes, this.lo, this.hi)
  }

  private remember(thread: Slot, start: number): void {
    this.undo = withRoom(this.undo, this.undoTop + 4)
    const { undo } = this
    const top = this.undoTop
    undo[top] = thread
    undo[top + 1] = this.lastLo[thread]!
    undo[top + 2] = this.lastHi[thread]!
    undo[top + 3] = start
    this.undoTop = top + 4
  }

  private restore(): void {
    const { undo, cells } = this
    const record = this.undoTop - 4
    this.lastLo[undo[record]!] = undo[record + 1]!
    this.lastHi[undo[record]!] = undo[record + 2]!
    const start = undo[record + 3]!
    // Backwards: an event may have changed one cell twice.
    for (let top = record - 5; top >= start; top -= 5) {
      const at = undo[top]!
      cells[at] = undo[top + 1]!
      cells[at + 1] = undo[top + 2]!
      cells[at + 2] = undo[top + 3]!
      cells[at + 3] = undo[top + 4]!
    }
    this.undoTop = start
  }
}
