import type { Allocation, DataViewType, ElementKind, Endian, IndependentProgram, Update } from './language.ts'
import { integral, numeric } from './values.ts'

/** Shared memory of the reference: the bytes of all allocations in one array, and what each view shows of them. */
export interface ViewLayout {
  readonly kind: ElementKind | 'dataview'
  readonly base: number
  /** In elements; of a DataView in bytes. */
  readonly length: number
  readonly size: number
}

export interface MemoryLayout {
  readonly views: ReadonlyMap<string, ViewLayout>
  readonly initial: Uint8Array
}

const SIZES: Readonly<Record<ElementKind | 'dataview', number>> = {
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
  dataview: 1,
}

const TYPES: Readonly<Record<ElementKind, DataViewType>> = {
  int8: 'Int8',
  uint8: 'Uint8',
  uint8clamped: 'Uint8',
  int16: 'Int16',
  uint16: 'Uint16',
  int32: 'Int32',
  uint32: 'Uint32',
  float32: 'Float32',
  float64: 'Float64',
  bigint64: 'BigInt64',
  biguint64: 'BigUint64',
}

export const isElementKind = (kind: string): kind is ElementKind => kind in TYPES
export const isBig = (kind: string): boolean => kind.toLowerCase().startsWith('big')
export const sizeOf = (kind: ElementKind): number => SIZES[kind]
export const sizeOfType = (type: DataViewType): number => Number(/\d+/.exec(type)![0]) / 8

export const bytesOf = ([kind, , content]: Allocation): number =>
  kind === 'buffer'
    ? content
    : isElementKind(kind)
      ? SIZES[kind] * (typeof content === 'number' ? content : (content as []).length)
      : 0

export function layOut(program: IndependentProgram): MemoryLayout {
  const views = new Map<string, ViewLayout>()
  const bases = new Map<string, number>()
  let end = 0
  for (const allocation of program.shared) {
    const [kind, name] = allocation
    bases.set(name, end)
    if (isElementKind(kind))
      views.set(name, { kind, base: end, size: SIZES[kind], length: bytesOf(allocation) / SIZES[kind] })
    // Nothing overlaps from one allocation to the next.
    end += (bytesOf(allocation) + 7) & ~7
  }
  for (const [kind, name, of, byteOffset, length] of program.views ?? []) {
    views.set(name, { kind, base: bases.get(of)! + byteOffset, length, size: SIZES[kind] })
  }
  const initial = new Uint8Array(end)
  for (const [kind, name, content] of program.shared) {
    if (isElementKind(kind) && typeof content === 'object') {
      content.forEach((value, i) => writeElement(initial, views.get(name)!, i, convert(kind, value)))
    }
  }
  return { views, initial }
}

const dataView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** What a value becomes when it is to be stored in an element of this kind, before it is cut to the element's size. */
export const convert = (kind: string, value: unknown): number | bigint =>
  isBig(kind) ? integral(value) : numeric(value)

export function readElement(bytes: Uint8Array, view: ViewLayout, index: number): number | bigint {
  return getBytes(bytes, view.base + index * view.size, TYPES[view.kind as ElementKind], 'little')
}

export function writeElement(bytes: Uint8Array, view: ViewLayout, index: number, value: number | bigint): void {
  const fitting = view.kind === 'uint8clamped' ? Uint8ClampedArray.of(value as number)[0]! : value
  putBytes(bytes, view.base + index * view.size, TYPES[view.kind as ElementKind], 'little', fitting)
}

export const getBytes = (bytes: Uint8Array, address: number, type: DataViewType, endian: Endian): number | bigint =>
  dataView(bytes)[`get${type}`](address, endian === 'little')

export function putBytes(
  bytes: Uint8Array,
  address: number,
  type: DataViewType,
  endian: Endian,
  value: number | bigint,
): void {
  dataView(bytes)[`set${type}`](address, value as never, endian === 'little')
}

/** A value as an element of this kind would give it back. */
export function asElement(kind: ElementKind, value: number | bigint): number | bigint {
  const element = new Uint8Array(8)
  putBytes(element, 0, TYPES[kind], 'little', value)
  return getBytes(element, 0, TYPES[kind], 'little')
}

/** What `Atomics.store` returns: the value as an integer, not cut to the element's size. */
export function storedInteger(value: number | bigint): number | bigint {
  if (typeof value === 'bigint') return value
  return Number.isNaN(value) ? 0 : Math.trunc(value) + 0
}

export function updated(
  verb: Update,
  kind: ElementKind,
  old: number | bigint,
  value: number | bigint,
): number | bigint {
  const operand = asElement(kind, value)
  if (typeof old === 'bigint') return updatedBig(verb, old, operand as bigint)
  const right = operand as number
  switch (verb) {
    case 'add':
      return old + right
    case 'sub':
      return old - right
    case 'and':
      return old & right
    case 'or':
      return old | right
    case 'xor':
      return old ^ right
    case 'exchange':
      return right
  }
}

function updatedBig(verb: Update, old: bigint, right: bigint): bigint {
  switch (verb) {
    case 'add':
      return old + right
    case 'sub':
      return old - right
    case 'and':
      return old & right
    case 'or':
      return old | right
    case 'xor':
      return old ^ right
    case 'exchange':
      return right
  }
}
