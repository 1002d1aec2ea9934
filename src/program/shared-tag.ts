import type { Allocation } from './allocation.ts'

export type NumberArray =
  | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array
  | Int32Array | Uint32Array | Float32Array | Float64Array
export type BigIntArray = BigInt64Array | BigUint64Array
export type TypedArray = NumberArray | BigIntArray
export type SharedView = TypedArray | DataView

/** What Heddle knows about a view of shared memory. One tag per view object. */
export class ViewTag {
  readonly allocation: Allocation
  /** Where the view starts, as an address of the program's whole shared memory. */
  readonly address: number
  /** Bytes per element; 1 for a DataView. */
  readonly elementBytes: number
  /** Whether the elements are bigints. */
  readonly bigint: boolean
  /** Whether Atomics can access the elements. */
  readonly atomic: boolean

  constructor(allocation: Allocation, address: number, elementBytes: number, bigint: boolean, atomic: boolean) {
    this.allocation = allocation
    this.address = address
    this.elementBytes = elementBytes
    this.bigint = bigint
    this.atomic = atomic
  }
}

/**
 * The property under which a shared buffer carries its `Allocation` and a view its `ViewTag`. A symbol property is the
 * cheapest test for "is this typed array shared" (a third of `buffer instanceof SharedArrayBuffer`).
 */
export const TAG: unique symbol = Symbol('heddle.shared')

interface TaggedBuffer { [TAG]?: Allocation }
interface TaggedView { [TAG]?: ViewTag }

export function tagBuffer(buffer: SharedArrayBuffer, allocation: Allocation): void {
  Object.defineProperty(buffer, TAG, { value: allocation })
}

export function allocationOf(buffer: ArrayBufferLike): Allocation | undefined {
  return (buffer as TaggedBuffer)[TAG]
}

/** The tag of a view, or undefined when the view is not one of shared memory. Tags views on first sight. */
export function tagOf(view: SharedView): ViewTag | undefined {
  return (view as TaggedView)[TAG] ?? tagView(view)
}

/** For views that carry no tag yet. */
export function tagView(view: SharedView): ViewTag | undefined {
  const allocation = allocationOf(view.buffer)
  if (allocation === undefined) return undefined
  const elementBytes = view instanceof DataView ? 1 : view.BYTES_PER_ELEMENT
  allocation.noteView(elementBytes)
  const tag = new ViewTag(allocation, allocation.base + view.byteOffset, elementBytes, view instanceof BigInt64Array || view instanceof BigUint64Array, isAtomic(view))
  Object.defineProperty(view, TAG, { value: tag })
  return tag
}

function isAtomic(view: SharedView): boolean {
  return !(view instanceof DataView || view instanceof Float32Array || view instanceof Float64Array || view instanceof Uint8ClampedArray)
}
