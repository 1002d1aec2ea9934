import type { Slot } from '../base/thread-numbers.ts'
import { threadOf } from '../dependence/cells.ts'
import { Access, type Accesses } from '../dependence/accesses.ts'
import type { Operation } from '../program/operations/operation.ts'
import { type OperationSpec, Order } from '../program/operations/operation-spec.ts'
import { EventFlag, type EventLog } from './event-log.ts'
import { doubled } from '../base/columns.ts'
import { UndoList } from '../base/undo-list.ts'
import { RaceRelation, type TellRelation } from './race-relation.ts'
import { SyncOrder } from './sync-order.ts'

/** One side of a race. */
export interface RacingAccess {
  readonly thread: Slot
  readonly spec: string
  readonly site: number
  /** While recording, where a generator thread made it. */
  readonly origin: Error | undefined
}

export interface Race {
  readonly first: RacingAccess
  readonly second: RacingAccess
  /** What recognises the two sides in other executions. */
  readonly sides: readonly [number, number]
  /** What the second one accessed. */
  readonly address: number
  readonly bytes: number
}

/** Who hears of races. */
export interface RaceListener {
  /** A number for who a thread that was spawned is: another one may be in its place in another execution. */
  whoIs(thread: Slot): number
  /** The number of a place in the source or, where that is not known, of what a thread does to a location. */
  sideOf(site: number, thread: Slot, spec: string, address: number): number
  /** Whether nothing more needs to be said about a race between these sides, and about how many pairs that is so. */
  isKnown(first: number, second: number): boolean
  readonly size: number
  onRace(race: Race): void
}

/** What an access is, apart from which bytes it concerns. */
interface Accessing {
  readonly thread: Slot
  readonly who: number
  readonly spec: OperationSpec
  readonly site: number
  readonly origin: Error | undefined
  readonly kind: number
  readonly address: number
  readonly bytes: number
}

/** How an access was made, as bits. */
const Kind = { writes: 1, atomic: 2 } as const
const KINDS = 4

/** Who a thread is that has just been spawned. */
const NOT_ASKED = -1

// Places at the end of a row.
const ASKED = 1
const SETTLED = 2
const PIECES = 3
const RACEABLE = 4

/**
 * Finds data races: conflicting accesses of two threads that synchronisation does not order, unless both are Atomics of
 * the same bytes. Follows the search stack: `push` for each event, `pop` when the search backtracks.
 *
 * Which accesses race is a matter of the trace, however it is executed: what synchronisation orders are dependent
 * events, and so are the racing accesses. It is even a matter of the later access's local state, its causal past; so a
 * search that reaches every local state sees every race.
 *
 * Each cell knows when threads accessed it last, by kind of access: that is enough to see that nothing races. Who made
 * these accesses, and from where, is in a list of entries for each cell and thread, each with the time of its last
 * access: one of long ago races with a later one only if the last from the same place does.
 */
export class RaceDetector {
  private readonly order: SyncOrder
  private readonly width: number
  private readonly listener: RaceListener
  /** Whether an access could race: one that is no Atomic, or one of memory that is accessed in smaller pieces too. */
  canRace = false

  // A row for each cell: by kind and thread the time of the last access, then by thread its first entry plus one, or 0.
  // Then whether Atomics have accessed it in pieces of different sizes, whether all that can race there is known to,
  // and how many races were known when that was asked; and whether accesses of the cell can race.
  private readonly rowOfCell: Int32Array
  private readonly rowLength: number
  private rows: Int32Array<ArrayBuffer>
  private rowCount = 0
  // The entries, in columns. They stay when their event is popped, at time 0.
  private next = new Int32Array(1)
  private times = new Int32Array(1)
  private sides = new Int32Array(1)
  private readonly accesses: Accessing[] = []
  /** Who each thread is, 0 for declared ones. */
  private readonly who: Int32Array
  /** Places in rows, or below zero entries. */
  private readonly undo = new UndoList(1)

  /**
   * How many cells are known to be accessed in ways that can race, and how often all races at one of them were known
   * and then were not: so often more decides which races are found.
   */
  raceable = 0
  /** What clocks know of accesses to such cells. */
  private readonly relation: RaceRelation
  private readonly specNumbers = new Map<OperationSpec, number>()

  /** `width` is how many threads there can be. */
  constructor(cells: number, width: number, listener: RaceListener) {
    this.order = new SyncOrder(cells, width)
    this.relation = new RaceRelation(this.order, (row) => this.rows[row + this.rowLength - SETTLED] === 1)
    this.width = width
    this.listener = listener
    this.rowOfCell = new Int32Array(cells).fill(-1)
    this.rowLength = (KINDS + 1) * width + 4
    this.rows = new Int32Array(this.rowLength)
    this.who = new Int32Array(width)
  }

  // --- Following the search stack ------------------------------------------------------------------------------------

  /** Event number `depth` of the log has been executed. Its races are known if its local state `isNew` not. */
  push(log: EventLog, depth: number, isNew: boolean): void {
    this.open()
    this.comparing = isNew
    const spec = log.specs[depth]!
    const thread = log.thread[depth]!
    const happened = !spec.attempts || log.has(depth, EventFlag.succeeded)
    const fails = log.has(depth, EventFlag.failed)
    if (happened) {
      this.perform(thread, spec, log.accesses[depth]!, log.accesses[depth]!.access, fails, log.site[depth]!, undefined)
    }
    if (log.spawned[depth]! >= 0) this.started(log.spawned[depth]!, thread)
    const ended = spec.accessesMemory ? -1 : threadOf(log.accesses[depth]!.cell2)
    if (ended >= 0) this.joined(thread, ended)
    this.comparing = true
  }
  private comparing = true

  /** What is seen from here on can be taken back. */
  open(): void {
    this.order.push()
    this.undo.begin()
  }

  pop(): void {
    this.order.pop()
    const { undo, rows, times } = this
    const { pairs } = undo
    const start = undo.end()
    for (let at = undo.top - 2; at >= start; at -= 2) {
      const place = pairs[at]!
      if (place >= 0) rows[place] = pairs[at + 1]!
      else times[~place] = pairs[at + 1]!
    }
    undo.top = start
  }

  // --- OperationObserver: an execution from its start, or what happens along with a transition -----------------------

  reset(): void {
    this.order.reset()
    this.times.fill(0)
    const { rows, rowLength, width } = this
    for (let row = 0; row < this.rowCount; row++) rows.fill(0, row * rowLength, row * rowLength + KINDS * width)
    this.undo.clear()
  }

  /** `parent` is -1 for a declared thread. */
  started(thread: Slot, parent: number): void {
    this.order.started(thread, parent)
    if (parent >= 0) this.who[thread] = NOT_ASKED
  }

  joined(thread: Slot, ended: number): void {
    this.order.joined(thread, ended)
  }

  performed(op: Operation, spec: OperationSpec, access: Access, value: unknown): void {
    if (spec.attempts && !spec.succeeded(value)) return
    const fails = (spec.orders & Order.ifExpected) !== 0 && value !== op.operand
    this.perform(op.thread, spec, op.accesses, access, fails, op.site, op.origin)
  }

  // --- What happens --------------------------------------------------------------------------------------------------

  protected perform(
    thread: Slot,
    spec: OperationSpec,
    { cell, bytes, stride, cell2 }: Accesses,
    access: Access,
    fails: boolean,
    site: number,
    origin: Error | undefined,
  ): void {
    const { order } = this
    const { orders: all } = spec
    const orders = fails ? all & ~Order.store : all
    if (orders !== Order.none) order.acquire(thread, orders, cell, bytes, stride, cell2)
    if (spec.accessesMemory) {
      const kind = (access === Access.write && !fails ? Kind.writes : 0) | (all === Order.none ? 0 : Kind.atomic)
      if (all === Order.none || bytes !== stride) this.canRace = true
      for (let c = cell; c < cell + bytes; c += stride) this.access(c, thread, spec, kind, cell, bytes, site, origin)
    }
    if (orders !== Order.none) order.release(thread, orders, cell, bytes, stride, cell2)
  }

  private access(
    c: number,
    thread: Slot,
    spec: OperationSpec,
    kind: number,
    address: number,
    bytes: number,
    site: number,
    origin: Error | undefined,
  ): void {
    const row = this.rowOf(c)
    const entry = this.entryFor(row, thread, spec, kind, address, bytes, site, origin)
    if (this.comparing && this.rows[row + this.rowLength - SETTLED] === 0) this.compareAll(row, thread, kind, entry)
    const now = this.order.timeOf(thread)
    this.setTime(entry, now)
    this.setRow(row + kind * this.width + thread, now)
    if (kind === Kind.writes) this.order.overwrite(c)
  }

  /** With the last accesses of all other threads. */
  private compareAll(row: number, thread: Slot, kind: number, entry: number): void {
    const { rows, width, order } = this
    const { count } = order
    const writes = (kind & Kind.writes) !== 0
    const atomic = (kind & Kind.atomic) !== 0 && rows[row + this.rowLength - PIECES] === 0
    let races = false
    for (let t = 0; t < count; t++) {
      if (t === thread) continue
      const seen = order.seen(thread, t)
      const last = row + t // of plain reads; the other kinds follow in the order of their bits
      const plain = rows[last + Kind.writes * width]! > seen || (writes && rows[last]! > seen)
      if (
        plain ||
        (!atomic &&
          (rows[last + (Kind.writes | Kind.atomic) * width]! > seen ||
            (writes && rows[last + Kind.atomic * width]! > seen)))
      ) {
        races = true
        this.compare(row, t, seen, entry)
      }
    }
    if (races && rows[row + this.rowLength - ASKED]! < this.listener.size) this.settle(row)
  }

  /** Whether every pair of accesses to the cell that can race is known to: until it is accessed from elsewhere. */
  private settle(row: number): void {
    const { rows, width, listener } = this
    rows[row + this.rowLength - ASKED] = listener.size
    for (let t = 0; t < width; t++)
      for (let e = rows[row + KINDS * width + t]! - 1; e >= 0; e = this.next[e]! - 1) if (this.isOpen(row, e)) return
    rows[row + this.rowLength - SETTLED] = 1
  }

  /** Whether the access can race with one of the cell, and it is not known that it does. */
  private isOpen(row: number, entry: number): boolean {
    const { rows, width, accesses, sides, listener } = this
    for (let t = 0; t < width; t++)
      for (let e = rows[row + KINDS * width + t]! - 1; e >= 0; e = this.next[e]! - 1)
        if (inConflict(accesses[entry]!, accesses[e]!) && !listener.isKnown(sides[entry]!, sides[e]!)) return true
    return false
  }

  /** The cell is accessed from elsewhere. */
  private unsettle(row: number, entry: number): void {
    const { rows, rowLength } = this
    rows[row + rowLength - ASKED] = 0
    if (rows[row + rowLength - SETTLED] === 0 || !this.isOpen(row, entry)) return
    rows[row + rowLength - SETTLED] = 0
    this.raceable++
  }

  /** With those accesses of thread t to the cell that the thread of the entry has not seen. */
  private compare(row: number, t: number, seen: number, second: number): void {
    const { sides, listener } = this
    const mine = this.accesses[second]!
    for (let first = this.rows[row + KINDS * this.width + t]! - 1; first >= 0; first = this.next[first]! - 1) {
      const other = this.accesses[first]!
      if (this.times[first]! <= seen || !inConflict(mine, other)) continue
      if (listener.isKnown(sides[first]!, sides[second]!)) continue
      const { address, bytes } = mine
      listener.onRace({
        first: sideOf(other),
        second: sideOf(mine),
        sides: [sides[first]!, sides[second]!],
        address,
        bytes,
      })
    }
  }

  /** What accesses from this place are noted under; where that is not known, the same operation on the same bytes. */
  private entryFor(
    row: number,
    thread: Slot,
    spec: OperationSpec,
    kind: number,
    address: number,
    bytes: number,
    site: number,
    origin: Error | undefined,
  ): number {
    const place = row + KINDS * this.width + thread
    const who = this.whoIs(thread)
    for (let e = this.rows[place]! - 1; e >= 0; e = this.next[e]! - 1) {
      const known = this.accesses[e]!
      if (known.site !== site || known.kind !== kind || known.spec !== spec) continue
      if (known.address !== address || known.bytes !== bytes || known.who !== who) continue
      if (origin !== undefined) this.accesses[e] = { ...known, origin }
      return e
    }
    if ((kind & Kind.atomic) !== 0) this.notePieces(row, address, bytes)
    const entry = this.accesses.push({ thread, who, spec, site, origin, kind, address, bytes }) - 1
    if (entry === this.times.length) this.grow()
    this.sides[entry] = this.listener.sideOf(site, thread, spec.base, address)
    this.next[entry] = this.rows[place]!
    this.rows[place] = entry + 1
    this.unsettle(row, entry)
    if ((kind & Kind.atomic) === 0 || this.rows[row + this.rowLength - PIECES] === 1) this.noteRaceable(row)
    if (this.rows[row + this.rowLength - RACEABLE] === 1) this.noteRaceableEntry(row, thread, entry)
    return entry
  }

  /** Not asked before its first access: it may have been started only then. */
  private whoIs(thread: Slot): number {
    const known = this.who[thread]!
    return known === NOT_ASKED ? (this.who[thread] = this.listener.whoIs(thread)) : known
  }

  private noteRaceable(row: number): void {
    if (this.rows[row + this.rowLength - RACEABLE] === 1) return
    this.rows[row + this.rowLength - RACEABLE] = 1
    this.raceable++
    for (let t = 0; t < this.width; t++)
      for (let e = this.rows[row + KINDS * this.width + t]! - 1; e >= 0; e = this.next[e]! - 1)
        this.noteRaceableEntry(row, t, e)
  }

  private noteRaceableEntry(row: number, thread: Slot, entry: number): void {
    const { who, site, spec, kind, address, bytes } = this.accesses[entry]!
    let number = this.specNumbers.get(spec)
    if (number === undefined) this.specNumbers.set(spec, (number = this.specNumbers.size))
    this.relation.note(thread, entry, row, [row, who, site, number, kind, address, bytes].join())
  }

  /** Clocks below are those of threads, by slot. */
  get firstReleased(): number {
    return this.order.firstReleased
  }

  /** Tells what decides which later accesses race (`RaceRelation`). */
  relate(counts: (slot: Slot) => boolean, hasConverged: (slot: Slot) => boolean, tell: TellRelation): void {
    this.relation.tell(this.times, counts, hasConverged, tell)
  }

  private notePieces(row: number, address: number, bytes: number): void {
    for (let t = 0; t < this.width; t++) {
      for (let e = this.rows[row + KINDS * this.width + t]! - 1; e >= 0; e = this.next[e]! - 1) {
        const known = this.accesses[e]!
        if ((known.kind & Kind.atomic) === 0 || (known.address === address && known.bytes === bytes)) continue
        this.rows[row + this.rowLength - PIECES] = 1
      }
    }
  }

  private rowOf(cell: number): number {
    let row = this.rowOfCell[cell]!
    if (row < 0) {
      row = this.rowCount++
      while (this.rowCount * this.rowLength > this.rows.length) this.rows = doubled(this.rows)
      this.rowOfCell[cell] = row
    }
    return row * this.rowLength
  }

  private setRow(place: number, value: number): void {
    const old = this.rows[place]!
    if (old === value) return
    this.undo.note(place, old)
    this.rows[place] = value
  }

  private setTime(entry: number, time: number): void {
    const old = this.times[entry]!
    if (old === time) return
    this.undo.note(~entry, old)
    this.times[entry] = time
  }

  private grow(): void {
    this.next = doubled(this.next)
    this.times = doubled(this.times)
    this.sides = doubled(this.sides)
  }
}

/** Of two threads, and one writes. Atomics of the same bytes do not race; of others they do (ECMA-262, Data Races). */
function inConflict(a: Accessing, b: Accessing): boolean {
  if (a.thread === b.thread || ((a.kind | b.kind) & Kind.writes) === 0) return false
  return (a.kind & b.kind & Kind.atomic) === 0 || a.address !== b.address || a.bytes !== b.bytes
}

const sideOf = ({ thread, spec, site, origin }: Accessing): RacingAccess => ({
  thread,
  spec: spec.base,
  site,
  origin,
})
