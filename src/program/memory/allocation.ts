import { ALIGNMENT } from '../../dependence/cells.ts'
import type { Waiter } from '../operations/wait-and-notify.ts'
import type { PrimitiveModel } from '../primitives/primitive-model.ts'
import { bufferOf, type SharedStore } from './shared-store.ts'

export type MemoryKind =
  | 'int8'
  | 'uint8'
  | 'uint8clamped'
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'uint32'
  | 'float32'
  | 'float64'
  | 'bigint64'
  | 'biguint64'
  | 'buffer'

/** A typed array over a part of an allocation, and the path of properties that leads to it. */
export interface MemoryPart {
  readonly path: string
  readonly byteOffset: number
  readonly byteLength: number
  readonly elementBytes: number
}

const elementBytes: Partial<Record<string, number>> = {
  int8: 1,
  uint8: 1,
  uint8clamped: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
  bigint64: 8,
  biguint64: 8,
}

const aligned = (cells: number): number => Math.ceil(cells / ALIGNMENT) * ALIGNMENT

/**
 * One named piece of shared memory, or one primitive. All attachments (one per thread, one for `after` and `outcome`)
 * of the same name and position share one allocation, and so one SharedArrayBuffer.
 */
export class Allocation {
  /** Position in the order in which `shared` allocates. */
  readonly id: number
  /** Of memory that the program allocates itself, known when `shared` has returned. */
  name: string
  /** A `MemoryKind`, or the name of a kind of primitives. */
  readonly kind: string
  readonly store: SharedStore
  /** What distinguishes two allocations of one kind: a length, an initial count, a number of parties. */
  readonly shape: string
  /** Null for memory; for a primitive, its state in explored executions. */
  readonly model: PrimitiveModel | null
  /** Its first cell (`dependence/cells.ts`). */
  readonly base: number

  /**
   * The unit in bytes in which accesses are compared: the smallest element size of any view made so far. An `int32`
   * array has 4-byte cells unless someone looks at its bytes. Zero until the first view is made.
   */
  cellBytes = 0

  /** `Atomics.wait` queues in FIFO order, by address. Null until somebody waits or notifies. */
  waitLists: Map<number, Waiter[]> | null = null

  /** Called when cells become smaller than they were. */
  private readonly onRefined: () => void

  /** Where the program allocated it, if it did so itself. */
  readonly place: string | null
  /** Arrays over parts of it that `shared` has put somewhere: what the program writes for a place in it. */
  parts: readonly MemoryPart[] = []
  /** Bytes per element by which people know it; null for a buffer. */
  elementBytes: number | null

  constructor(
    id: number,
    name: string,
    kind: string,
    store: SharedStore,
    shape: string,
    base: number,
    model: PrimitiveModel | null,
    place: string | null = null,
    onRefined: () => void = () => undefined,
  ) {
    this.id = id
    this.name = name
    this.kind = kind
    this.store = store
    this.place = place
    this.onRefined = onRefined
    this.elementBytes = elementBytes[kind] ?? null
    this.shape = shape
    this.base = base
    this.model = model
    if (model !== null) this.cellBytes = 1
  }

  get buffer(): SharedArrayBuffer {
    return bufferOf(this.store)
  }

  /** How many cells what it holds occupies: its bytes, or one for a primitive. */
  get extent(): number {
    return this.model === null ? this.buffer.byteLength : 1
  }

  /** How many cells it has in all, with the wait lists of its words. */
  get cells(): number {
    return aligned(this.extent) + (this.model === null ? aligned((this.extent + 3) >> 2) : 0)
  }

  /** The cell of the wait list of the word at this address. */
  waitListOf(cell: number): number {
    return this.base + aligned(this.extent) + ((cell - this.base) >> 2)
  }

  noteView(elementBytes: number): void {
    if (this.cellBytes !== 0 && elementBytes >= this.cellBytes) return
    if (this.cellBytes !== 0) this.onRefined()
    this.cellBytes = elementBytes
  }
}
