/** What methods make their results with: ArraySpeciesCreate and TypedArraySpeciesCreate of ECMAScript. */
import type { TypedArray } from '../../../../program/memory/shared-tag.ts'
import { type Callable, isConstructor } from '../calls/calls.ts'
import type { List } from './callbacks.ts'
import { permit } from '../natives/given.ts'
import { type Maker, sameKind, TypedArrayType } from '../elements/typed-array-types.ts'

/** As they are before anything is patched. */
const { apply, construct } = Reflect
const { map, filter, slice } = TypedArrayType.prototype as Record<string, Callable>
const natives = { map: map!, filter: filter!, slice: slice! }

const nativeFrom = (TypedArrayType as unknown as { from: Callable }).from

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** 10.4.2.2. */
export function makeArray(list: List, length: number): List {
  if (!Array.isArray(list)) return new Array(length) as List
  let type = (list as { constructor: unknown }).constructor
  if (isObject(type)) type = (type as { [Symbol.species]?: unknown })[Symbol.species] ?? undefined
  if (type === undefined) return new Array(length) as List
  return construct(permit(checkedSpecies(type)), [length]) as List
}

/** 23.2.4.1, for one of the methods that make a new array of so many elements. */
export function makeTypedArray(array: TypedArray, length: number, method: 'map' | 'filter' | 'slice'): List {
  const result = construct(permit(speciesOf(array)), [length]) as List
  const isFit = isTypedArray(result) && result.length >= length
  if (!isFit || (method === 'slice' && holdsBigInts(result) !== holdsBigInts(array))) {
    complain(array, length, method, result)
  }
  return result
}

/** TypedArrayCreate (23.2.4.2), for `from`. */
export function makeTypedArrayBy(type: Function, length: number): List {
  const result = construct(permit(type), [length]) as List
  if (!isTypedArray(result) || result.length < length)
    apply(
      nativeFrom,
      function () {
        return result
      },
      [{ length }],
    )
  return result
}

const isTypedArray = (value: unknown): value is TypedArray => ArrayBuffer.isView(value) && !(value instanceof DataView)

export const holdsBigInts = (array: TypedArray): boolean => array[Symbol.toStringTag].startsWith('Big')

function speciesOf(array: TypedArray): Function {
  const type = (array as { constructor: unknown }).constructor
  if (type === undefined) return sameKind(array)
  if (!isObject(type)) throw new TypeError('The .constructor property is not an object')
  const species = (type as { [Symbol.species]?: unknown })[Symbol.species]
  return species === undefined || species === null ? sameKind(array) : checkedSpecies(species)
}

function checkedSpecies(species: unknown): Function {
  if (isConstructor(species)) return species
  throw new TypeError('object.constructor[Symbol.species] is not a constructor')
}

/** The engine itself says what is wrong with the result, of memory that nobody shares. */
function complain(array: TypedArray, length: number, method: keyof typeof natives, result: unknown): void {
  const stand = new (sameKind(array))(length)
  const species = function (): unknown {
    return result
  }
  Object.defineProperty(stand, 'constructor', { value: { [Symbol.species]: species as unknown as Maker } })
  apply(natives[method], stand, [method === 'slice' ? 0 : () => true])
}
