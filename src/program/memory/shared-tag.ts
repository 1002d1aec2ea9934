import { realm } from '../context/realm.ts'
import { typedArrayTypes } from '../../base/typed-arrays.ts'
import type { Allocation } from './allocation.ts'
import { isArrayBuffer } from './shared-store.ts'

export type NumberArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
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
  /** Elements from this one on are not simply accessed; all others are there whatever other threads do. */
  readonly certain: number

  constructor(
    allocation: Allocation,
    address: number,
    elementBytes: number,
    bigint: boolean,
    atomic: boolean,
    certain: number,
  ) {
    this.allocation = allocation
    this.address = address
    this.elementBytes = elementBytes
    this.bigint = bigint
    this.atomic = atomic
    this.certain = certain
  }
}

/** Of views of shared memory that is not the program's: no access to them is possible; see `foreign-memory.ts`. */
export const FOREIGN = new ViewTag(null as never, 0, 1, false, false, -1)

/**
 * The property under which a view carries its `ViewTag`. A symbol property is the cheapest test for "is this typed
 * array shared" (a third of `buffer instanceof SharedArrayBuffer`). Where the front end has installed a getter, views
 * of memory that is not shared have null.
 */
export const TAG: unique symbol = Symbol('heddle.shared')

interface TaggedView {
  [TAG]?: ViewTag | null
}

/** Buffers of the program's shared memory. Every call of `shared` has objects of its own for them. */
const allocations = new WeakMap<object, Allocation>()

export function registerBuffer(buffer: SharedArrayBuffer, allocation: Allocation): void {
  allocations.set(buffer, allocation)
}

export function allocationOf(buffer: object): Allocation | undefined {
  return allocations.get(buffer)
}

/** Memory that is none of the program's: Heddle's own between workers, and what only one thread knows. */
const own = new WeakSet<object>()

export function exemptBuffer(buffer: SharedArrayBuffer): void {
  own.add(buffer)
}

/** Whether it is shared memory that threads may access at any time. */
export const isOwnMemory = (view: SharedView): boolean => own.has(bufferOfView(view))
export const isOwnBuffer = (buffer: SharedArrayBuffer): boolean => own.has(buffer)

/** The tag of a view, or undefined when the view is not one of shared memory. Tags views on first sight. */
export function tagOf(view: SharedView): ViewTag | undefined {
  const tag = (view as TaggedView)[TAG]
  return (tag === undefined ? tagView(view) : tag) ?? undefined
}

/** For views that carry no tag yet. Null when it is not shared memory. */
export function tagView(view: SharedView): ViewTag | null {
  const buffer = bufferOfView(view)
  if (getPrototypeOf(buffer) !== usual && isArrayBuffer(buffer)) return null // asking a shared one would throw
  const allocation = allocations.get(buffer)
  if (allocation === undefined) return own.has(buffer) ? null : FOREIGN
  if (!isOrdinary(view)) return FOREIGN
  const tag = tags.get(view) ?? newTag(view, allocation)
  if (realm.marksViews && Object.isExtensible(view)) Object.defineProperty(view, TAG, { value: tag })
  else tags.set(view, tag)
  return tag
}

/** Of views that can take no property. */
const tags = new WeakMap<SharedView, ViewTag>()

function newTag(view: SharedView, allocation: Allocation): ViewTag {
  const elementBytes = view instanceof DataView ? 1 : view.BYTES_PER_ELEMENT
  allocation.noteView(elementBytes)
  const isBigInt = view instanceof BigInt64Array || view instanceof BigUint64Array
  return new ViewTag(allocation, allocation.base + view.byteOffset, elementBytes, isBigInt, isAtomic(view), Infinity)
}

function isAtomic(view: SharedView): boolean {
  return !(
    view instanceof DataView ||
    view instanceof Float32Array ||
    view instanceof Float64Array ||
    view instanceof Uint8ClampedArray
  )
}

const TypedArrayPrototype = Object.getPrototypeOf(Int8Array.prototype) as object
const viewGetter = (prototype: object, name: PropertyKey): ((this: unknown) => unknown) =>
  Object.getOwnPropertyDescriptor(prototype, name)!.get!
const kindOf = viewGetter(TypedArrayPrototype, Symbol.toStringTag) as (this: unknown) => string | undefined
const bufferOfTypedArray = viewGetter(TypedArrayPrototype, 'buffer')
const bufferOfDataView = viewGetter(DataView.prototype, 'buffer')
const { apply, getPrototypeOf } = Reflect
const usual = SharedArrayBuffer.prototype

/** A class may have a `buffer` of its own. */
export function bufferOfView(view: SharedView): ArrayBufferLike {
  return apply(
    apply(kindOf, view, []) === undefined ? bufferOfDataView : bufferOfTypedArray,
    view,
    [],
  ) as ArrayBufferLike
}

/**
 * A view from another context, or with another prototype, is not what it says it is: its elements and methods cannot be
 * told.
 */
function isOrdinary(view: SharedView): boolean {
  const kind = apply(kindOf, view, []) ?? 'DataView'
  return view instanceof ordinary[kind]!
}

const ordinary: Readonly<Record<string, new (...args: never[]) => SharedView>> = Object.fromEntries(
  [...typedArrayTypes, DataView].map((type) => [type.name, type as never]),
)
