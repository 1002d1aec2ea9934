import { typedArrayTypes } from '../../../../base/typed-arrays.ts'
import type { TypedArray } from '../../../../program/memory/shared-tag.ts'
import type { List } from '../builtins/callbacks.ts'

/** %TypedArray%, which they all inherit from. */
export const TypedArrayType = Object.getPrototypeOf(Int8Array) as { readonly prototype: object }

export type Maker = new (length: number) => List

const makers = new Set<unknown>(typedArrayTypes)
const byName = new Map(typedArrayTypes.map((type) => [type.name, type as unknown as Maker]))

export const isTypedArrayType = (value: unknown): value is Maker => makers.has(value)
export const sameKind = (array: TypedArray): Maker => byName.get(array[Symbol.toStringTag])!

/** Numbers and bigints do not mix: two arrays without elements let the engine say so. */
export function checkContent(type: Maker, source: unknown): void {
  if (!ArrayBuffer.isView(source) || source instanceof DataView) return
  const empty = new (sameKind(source as TypedArray))(0)
  ;(new type(0) as unknown as Int32Array).set(empty as unknown as Int32Array)
}
