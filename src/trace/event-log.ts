import { isChoose, isYield } from '../program/controls.ts'
import { Access, type Operation, type OperationSpec } from '../program/operation.ts'
import type { CellMap } from './cells.ts'
import { doubled } from '../base/columns.ts'

/** Facts about an event, as bits. */
export const EventFlag = {
  /** It was a yield. */
  yields: 1,
  /** It may have enabled other threads or, where several bounds are combined, disabled them. */
  changesEnabledness: 2,
  /** It was its thread's last event (errata 14: it writes the thread's end). */
  ended: 4,
  /** Its value was chosen by the search. */
  chooses: 8,
  /** It was inside sealed code, not first there. */
  sealed: 16,
  /** It was an attempt (tryLock, tryAcquire) and it succeeded. */
  succeeded: 32,
  /** It was a compare-and-swap and it failed. */
  failed: 64,
} as const

/**
 * The executed events of the current execution, by depth, in columns. What an event accessed must be noted before it runs:
 * the operation object then describes the thread's next operation.
 */
export class EventLog {
  readonly cells: CellMap
  private capacity = 1
  thread = new Int32Array(1)
  /** The value that the search chose; 0 for all operations but `choose`. */
  choice = new Int32Array(1)
  /** First cell, how many bytes from there, and the step between cells. */
  cell = new Int32Array(1)
  bytes = new Int32Array(1)
  stride = new Int32Array(1)
  access = new Uint8Array(1)
  /** A second single cell, or -1. */
  cell2 = new Int32Array(1)
  access2 = new Uint8Array(1)
  /** The kind of a write that commutes with its own kind, or 0. */
  commutes = new Uint8Array(1)
  flags = new Uint8Array(1)
  /** The slot of the thread that this event spawned, or -1. */
  spawned = new Int32Array(1)
  /** Where in the source, or 0. */
  site = new Int32Array(1)
  /** How much a semaphore's release gave. */
  amount = new Int32Array(1)
  /** What the event was, to notice when a replay diverges. */
  readonly specs: OperationSpec[] = []
  /** What spawned threads are, joins wait for and choices are made among; undefined for operations with a location. */
  readonly operands: unknown[] = []

  /** With room for so many events, to begin with. */
  constructor(cells: CellMap, room = 256) {
    this.cells = cells
    this.reserve(room - 1)
  }

  /** Makes room for event number `depth`. */
  reserve(depth: number): void {
    while (depth >= this.capacity) this.grow()
  }

  /** Notes the operation that thread `op.thread` is about to execute as event number `depth`. */
  record(depth: number, op: Operation, choice: number): void {
    this.reserve(depth)
    this.thread[depth] = op.thread
    this.choice[depth] = choice
    this.cell[depth] = op.address
    this.bytes[depth] = op.bytes
    this.stride[depth] = op.stride
    this.access[depth] = op.access
    this.commutes[depth] = op.commutes
    this.flags[depth] = (isYield(op) ? EventFlag.yields : 0) | (this.changesEnabledness(op) ? EventFlag.changesEnabledness : 0) | (isChoose(op) ? EventFlag.chooses : 0) | (op.sealed ? EventFlag.sealed : 0)
    this.spawned[depth] = -1
    this.amount[depth] = typeof op.operand === 'number' ? op.operand : 0
    this.site[depth] = op.site
    this.specs[depth] = op.spec
    this.operands[depth] = op.target === null ? op.operand : undefined
    this.cell2[depth] = this.cellOf2(op)
    this.access2[depth] = op.address2 === -1 ? Access.none : op.access2
  }

  /** The second cell of a pending operation, or -1. */
  cellOf2(op: Operation): number {
    return op.address2 === -1 ? -1 : this.cells.cellOf(op.address2)
  }

  /**
   * "Is a release operation". Where fairness is combined with a bound that looks at the enabledness of others, all operations
   * that may block count too [Coons, dissertation, 6.6].
   */
  changesEnabledness(op: Operation): boolean {
    return op.spec.releases === true || (this.blockingCounts && op.spec.enabled !== null)
  }

  /** Set by a search that combines bounds. */
  blockingCounts = false

  has(depth: number, flag: number): boolean {
    return (this.flags[depth]! & flag) !== 0
  }

  /** Whether an executed event and a pending operation of another thread are dependent [bpor.txt, Def. 2.3]. */
  dependsOn(depth: number, op: Operation): boolean {
    const access = this.access[depth]!
    if (access !== Access.none && op.access !== Access.none && (access | op.access) >= Access.write) {
      const cell = this.cell[depth]!
      if (cell < op.address + op.bytes && op.address < cell + this.bytes[depth]!) return op.commutes === 0 || op.commutes !== this.commutes[depth]
    }
    const cell2 = this.cell2[depth]!
    const opCell2 = this.cellOf2(op)
    if (cell2 < 0 && opCell2 < 0) return false
    if (cell2 >= 0 && cell2 === opCell2 && (this.access2[depth]! | op.access2) >= Access.write) return true
    if (opCell2 >= 0 && this.has(depth, EventFlag.ended) && opCell2 === this.cells.threadEnd(this.thread[depth]!)) return true
    return this.crosses(this.cell[depth]!, cell2, depth, op, opCell2)
  }

  private crosses(cell: number, cell2: number, depth: number, op: Operation, opCell2: number): boolean {
    const access = this.access[depth]!
    if (opCell2 >= 0 && access !== Access.none && (access | op.access2) >= Access.write && opCell2 >= cell && opCell2 < cell + this.bytes[depth]!) return true
    return cell2 >= 0 && op.access !== Access.none && (this.access2[depth]! | op.access) >= Access.write && cell2 >= op.address && cell2 < op.address + op.bytes
  }

  private grow(): void {
    this.capacity *= 2
    this.thread = doubled(this.thread)
    this.choice = doubled(this.choice)
    this.cell = doubled(this.cell)
    this.bytes = doubled(this.bytes)
    this.stride = doubled(this.stride)
    this.access = doubled(this.access)
    this.cell2 = doubled(this.cell2)
    this.access2 = doubled(this.access2)
    this.commutes = doubled(this.commutes)
    this.flags = doubled(this.flags)
    this.spawned = doubled(this.spawned)
    this.amount = doubled(this.amount)
    this.site = doubled(this.site)
  }
}

/** Whether two pending operations of different threads are dependent. */
export function dependent(a: Operation, b: Operation): boolean {
  if (a.commutes !== 0 && a.commutes === b.commutes) return false
  return touches(a.address, a.bytes, a.access, b) || (a.address2 !== -1 && touches(a.address2, 1, a.access2, b))
}

function touches(address: number, bytes: number, access: number, b: Operation): boolean {
  if (access === Access.none) return false
  if (b.access !== Access.none && (access | b.access) >= Access.write && address < b.address + b.bytes && b.address < address + bytes) return true
  return b.address2 !== -1 && (access | b.access2) >= Access.write && b.address2 >= address && b.address2 < address + bytes
}
