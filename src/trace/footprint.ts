import { Access, type Operation } from '../program/operation.ts'
import type { CellMap } from './cells.ts'
import { EventFlag, type EventLog } from './event-log.ts'

/** What one transition accesses, apart from the log and the pending operations, which change. */
export class Footprint {
  thread = 0
  choice = 0
  cell = 0
  bytes = 0
  /** The step between the cells of the bytes, or all bytes when they are in one cell. */
  stride = 0
  access = 0
  /** The kind of a write that commutes with its own kind, or 0. */
  commutes = 0
  /** A second single cell, or -1. */
  cell2 = -1
  access2 = 0
  /** The cell of its thread's end if it is the thread's last event, or -1. */
  end = -1

  ofEvent(log: EventLog, depth: number): this {
    this.thread = log.thread[depth]!
    this.choice = log.choice[depth]!
    this.cell = log.cell[depth]!
    this.bytes = log.bytes[depth]!
    this.stride = Math.min(this.bytes, log.stride[depth]!)
    this.access = log.access[depth]!
    this.commutes = log.commutes[depth]!
    this.cell2 = log.cell2[depth]!
    this.access2 = log.access2[depth]!
    this.end = log.has(depth, EventFlag.ended) ? log.cells.threadEnd(this.thread) : -1
    return this
  }

  ofOperation(op: Operation, cells: CellMap): this {
    this.thread = op.thread
    this.choice = 0
    this.cell = op.address
    this.bytes = op.bytes
    this.stride = Math.min(op.bytes, op.stride)
    this.access = op.access
    this.commutes = op.commutes
    this.cell2 = op.address2 === -1 ? -1 : cells.cellOf(op.address2)
    this.access2 = op.address2 === -1 ? Access.none : op.access2
    this.end = -1
    return this
  }

  equals(other: Footprint): boolean {
    return this.thread === other.thread && this.choice === other.choice && this.cell === other.cell && this.bytes === other.bytes && this.stride === other.stride &&
      this.access === other.access && this.commutes === other.commutes && this.cell2 === other.cell2 && this.access2 === other.access2 && this.end === other.end
  }

  copy(): Footprint {
    return Object.assign(new Footprint(), this)
  }
}

/** Whether transitions of two different threads are dependent [bpor.txt, Def. 2.3]. */
export function conflict(a: Footprint, b: Footprint): boolean {
  if (a.access !== Access.none && b.access !== Access.none && (a.access | b.access) >= Access.write &&
    a.cell < b.cell + b.bytes && b.cell < a.cell + a.bytes) return a.commutes === 0 || a.commutes !== b.commutes
  if ((a.cell2 & b.cell2 & a.end & b.end) === -1) return false
  return secondary(a, b) || secondary(b, a)
}

/** The second cell or the thread's end of `a` against all of `b`. */
function secondary(a: Footprint, b: Footprint): boolean {
  if (a.cell2 >= 0) {
    if (a.cell2 === b.cell2 && (a.access2 | b.access2) >= Access.write) return true
    if (b.access !== Access.none && (a.access2 | b.access) >= Access.write && a.cell2 >= b.cell && a.cell2 < b.cell + b.bytes) return true
  }
  return a.end >= 0 && a.end === b.cell2
}
