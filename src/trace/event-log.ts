import { Access, type Operation } from '../program/operation.ts'
import type { CellMap } from './cells.ts'

/**
 * The executed events of the current execution, by depth, in columns. What an event accessed must be noted before it runs:
 * the operation object then describes the thread's next operation.
 */
export class EventLog {
  readonly cells: CellMap
  capacity = 256
  thread = new Int32Array(256)
  /** The value that the search chose; 0 for all operations but `choose`. */
  choice = new Int32Array(256)
  /** First cell, how many bytes from there, and the step between cells. */
  cell = new Int32Array(256)
  bytes = new Int32Array(256)
  stride = new Int32Array(256)
  access = new Uint8Array(256)
  /** A second single cell, or -1. */
  cell2 = new Int32Array(256)
  access2 = new Uint8Array(256)
  /** 1 when this was the last event of its thread (errata 14: it writes the thread's end). */
  ended = new Uint8Array(256)
  /** The slot of the thread that this event spawned, or -1. */
  spawned = new Int32Array(256)

  constructor(cells: CellMap) {
    this.cells = cells
  }

  /** Notes the operation that thread `op.thread` is about to execute as event number `depth`. */
  record(depth: number, op: Operation, choice: number): void {
    if (depth >= this.capacity) this.grow()
    this.thread[depth] = op.thread
    this.choice[depth] = choice
    this.cell[depth] = op.address
    this.bytes[depth] = op.bytes
    this.stride[depth] = op.stride
    this.access[depth] = op.access
    this.ended[depth] = 0
    this.spawned[depth] = -1
    if (op.address2 === -1) {
      this.cell2[depth] = -1
      this.access2[depth] = Access.none
    } else {
      this.cell2[depth] = this.cells.cellOf(op.address2)
      this.access2[depth] = op.access2
    }
  }

  private grow(): void {
    this.capacity *= 2
    const larger = <A extends Int32Array | Uint8Array>(old: A): A => {
      const next = new (old.constructor as new (length: number) => A)(this.capacity)
      next.set(old)
      return next
    }
    this.thread = larger(this.thread)
    this.choice = larger(this.choice)
    this.cell = larger(this.cell)
    this.bytes = larger(this.bytes)
    this.stride = larger(this.stride)
    this.access = larger(this.access)
    this.cell2 = larger(this.cell2)
    this.access2 = larger(this.access2)
    this.ended = larger(this.ended)
    this.spawned = larger(this.spawned)
  }
}
