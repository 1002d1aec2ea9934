/** Bulk methods of typed arrays: one transition per access to a shared element, in the order of the specification. */
import { typedArrayTypes } from '../../../../base/typed-arrays.ts'
import { toNumber } from '../../../../program/operations/elements.ts'
import { ARM } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import type { TypedArray } from '../../../../program/memory/shared-tag.ts'
import { convertsIndexLast, needsStartForEnd } from '../../engine.ts'
import { call2, call3, type Callable, isConstructor } from '../calls/calls.ts'
import {
  armBuiltin,
  type BuiltinTwin,
  checkCallable,
  checkComparison,
  type List,
  relative,
  replaceMethod,
  takesCode,
  toInteger,
  toLength,
  toObject,
} from './callbacks.ts'
import { isElement, isSharedArray, read, write } from '../elements/elements.ts'
import { putList } from './collecting.ts'
import { collect, isNativelyIterable, iteratorMethod, nativeIterators, sharedValues } from './iteration.ts'
import { callingBack, searchMethods } from './search-methods.ts'
import { mergeSorted } from './sorting.ts'
import { holdsBigInts, makeTypedArray, makeTypedArrayBy } from './species.ts'
import { isDirectCode } from '../gated/direct-code.ts'
import { refuseBuiltin } from '../refusals.ts'
import { sharedIterator } from './shared-iterators.ts'
import { done, pending, SUSPEND, type Twin } from '../calls/suspension.ts'
import { setArmed } from '../calls/twins.ts'
import { checkContent, type Maker, sameKind, TypedArrayType } from '../elements/typed-array-types.ts'

/** As they are before anything is patched. */
const { apply } = Reflect
const nativeFrom = (TypedArrayType as unknown as { from: Callable }).from

function* fill(this: TypedArray, site: number, value: unknown, start: unknown, end: unknown): Twin {
  const element = coerced(this, value)
  const first = relative(start, this.length, 0)
  const last = relative(needsStartForEnd && start === undefined ? undefined : end, this.length, this.length)
  for (let i = first; i < last; i++) yield* put(this, i, element, site)
  return this
}

/** The value as a number or a bigint: converted once, before anything is accessed. */
function coerced(array: TypedArray, value: unknown): number | bigint {
  return holdsBigInts(array) ? BigInt.asIntN(64, value as bigint) : toNumber(value)
}

function* put(array: List, index: number, value: unknown, site: number): Twin {
  if (isElement(array, index)) yield write(array, index, value, site)
  else array[index] = value
  return undefined
}

function* set(this: TypedArray, site: number, source: List, offset: unknown): Twin {
  const from = toInteger(offset)
  if (from < 0) throw new RangeError('offset is out of bounds')
  const list = toObject(source) as List
  const length = toLength(list.length)
  if (length + from > this.length) throw new RangeError('offset is out of bounds')
  checkContent(sameKind(this), list)
  const overlaps = ArrayBuffer.isView(list) && (list as never as TypedArray).buffer === this.buffer
  // Within one buffer, the whole source is read before anything is written.
  const values = overlaps ? ((yield copyOf(list, site)) as unknown[]) : null
  for (let i = 0; i < length; i++) {
    const value = values !== null ? values[i] : isElement(list, i) ? yield read(list, i, site) : list[i]
    yield* put(this, from + i, value, site)
  }
  return undefined
}

function* copyOf(list: List, site: number): Twin {
  const values: unknown[] = []
  for (let i = 0; i < list.length; i++) values.push(isElement(list, i) ? yield read(list, i, site) : list[i])
  return values
}

function* copyWithin(this: TypedArray, site: number, target: unknown, start: unknown, end: unknown): Twin {
  const { length } = this
  const to = relative(target, length, 0)
  const from = relative(start, length, 0)
  const count = Math.min(relative(end, length, length) - from, length - to)
  const backwards = from < to && to < from + count
  for (let n = 0; n < count; n++) {
    const i = backwards ? count - 1 - n : n
    const value = isElement(this, from + i) ? yield read(this, from + i, site) : this[from + i]
    yield* put(this, to + i, value, site)
  }
  return this
}

function* slice(this: TypedArray, site: number, start: unknown, end: unknown): Twin {
  const from = relative(start, this.length, 0)
  const count = Math.max(relative(end, this.length, this.length) - from, 0)
  const result = makeTypedArray(this, count, 'slice')
  for (let i = 0; i < count; i++)
    yield* put(result, i, isElement(this, from + i) ? yield read(this, from + i, site) : this[from + i], site)
  return result
}

function* map(this: TypedArray, site: number, callback: Callable, receiver: unknown): Twin {
  checkCallable(callback)
  const { length } = this
  const result = makeTypedArray(this, length, 'map')
  for (let i = 0; i < length; i++) {
    let value = call3(receiver, callback, isElement(this, i) ? yield read(this, i, site) : this[i], i, this, site)
    if (value === SUSPEND) value = yield pending.value
    yield* put(result, i, value, site)
  }
  return result
}

function* filter(this: TypedArray, site: number, callback: Callable, receiver: unknown): Twin {
  checkCallable(callback)
  const kept: unknown[] = []
  for (let i = 0; i < this.length; i++) {
    const value = isElement(this, i) ? yield read(this, i, site) : this[i]
    let keep = call3(receiver, callback, value, i, this, site)
    if (keep === SUSPEND) keep = yield pending.value
    if (keep) kept.push(value)
  }
  const result = makeTypedArray(this, kept.length, 'filter')
  for (const [i, value] of kept.entries()) yield* put(result, i, value, site)
  return result
}

function* reverse(this: TypedArray, site: number): Twin {
  const { length } = this
  for (let lower = 0; lower < length >> 1; lower++) {
    const upper = length - 1 - lower
    const low = isElement(this, lower) ? yield read(this, lower, site) : this[lower]
    const high = isElement(this, upper) ? yield read(this, upper, site) : this[upper]
    yield* put(this, lower, high, site)
    yield* put(this, upper, low, site)
  }
  return this
}

/** -0 before 0, NaN last. */
function numerically(a: number | bigint, b: number | bigint): number {
  if (a !== a) return b !== b ? 0 : 1
  if (b !== b) return -1
  if (a < b) return -1
  if (a > b) return 1
  return Object.is(a, -0) ? (Object.is(b, -0) ? 0 : -1) : Object.is(b, -0) ? 1 : 0
}

function* sort(this: TypedArray, site: number, compare: Callable | undefined): Twin {
  checkComparison(compare)
  const values = (yield mergeSorted((yield copyOf(this, site)) as unknown[], {
    callback: compare,
    ordinary: numerically,
    site,
  })) as unknown[]
  for (const [i, value] of values.entries()) yield* put(this, i, value, site)
  return this
}

function filled(array: TypedArray, values: readonly unknown[]): List {
  const result = new (sameKind(array))(values.length)
  values.forEach((value, i) => {
    result[i] = value
  })
  return result
}

function* toSorted(this: TypedArray, site: number, compare: Callable | undefined): Twin {
  checkComparison(compare)
  return filled(
    this,
    (yield mergeSorted((yield copyOf(this, site)) as unknown[], {
      callback: compare,
      ordinary: numerically,
      site,
    })) as unknown[],
  )
}

function* toReversed(this: TypedArray, site: number): Twin {
  const values: unknown[] = []
  for (let i = this.length - 1; i >= 0; i--) values.push(isElement(this, i) ? yield read(this, i, site) : this[i])
  return filled(this, values)
}

function* withElement(this: TypedArray, site: number, index: unknown, value: unknown): Twin {
  const early = convertsIndexLast ? coerced(this, value) : null
  const relativeIndex = toInteger(index)
  const at = relativeIndex < 0 ? this.length + relativeIndex : relativeIndex
  const element = early ?? coerced(this, value)
  if (at < 0 || at >= this.length) throw new RangeError('Invalid typed array index')
  const values: unknown[] = []
  for (let i = 0; i < this.length; i++)
    values.push(i === at ? element : isElement(this, i) ? yield read(this, i, site) : this[i])
  return filled(this, values)
}

/** `Int32Array.from(source, callback, receiver)`: an iterator is asked for everything before anything is mapped. */
function* from(this: Maker, site: number, source: unknown, callback: Callable | undefined, receiver: unknown): Twin {
  if (callback !== undefined) checkCallable(callback)
  const method = iteratorMethod(source, nativeFrom)
  const list = (method === undefined ? Object(source) : yield collect(source, site, method)) as List
  const length = toLength(list.length)
  const result = makeTypedArrayBy(this, length)
  yield putList(list, length, site, function* (value, i) {
    let mapped = callback === undefined ? value : call2(receiver, callback, value, i, site)
    if (mapped === SUSPEND) mapped = yield pending.value
    return yield* put(result, i, mapped, site)
  })
  return result
}

const own: Record<string, BuiltinTwin> = {
  fill: fill as never,
  set: set as never,
  copyWithin: copyWithin as never,
  slice: slice as never,
  map: map as never,
  filter: filter as never,
  reverse: reverse as never,
  sort: sort as never,
  toSorted: toSorted as never,
  toReversed: toReversed as never,
  with: withElement as never,
}

/** Gives the methods their twins, and lets their plain forms refuse shared memory inside threads. */
export function installTypedArrayMethods(): void {
  for (const [name, twin] of Object.entries({ ...searchMethods, ...own })) {
    if (name === 'toString') continue // the same function as that of arrays
    const method = replaceMethod(TypedArrayType.prototype, name, (original) => guarded(original, name))
    if (method === undefined) continue
    armBuiltin(
      method,
      twin,
      (receiver, args) =>
        ArrayBuffer.isView(receiver) &&
        (isSharedArray(receiver) ||
          (name === 'set' && isSharedArray(args[0])) ||
          ((callingBack.has(name) || name in own) && takesCode(args)) ||
          ((name === 'sort' || name === 'toSorted') && isDirectCode(args[0]))),
    )
  }
  const fromMethod = replaceMethod(TypedArrayType, 'from', (original) => guarded(original, 'from'))
  armBuiltin(
    fromMethod!,
    from as never,
    (type, [source, ...rest]) =>
      isConstructor(type) &&
      source !== null &&
      source !== undefined &&
      (takesCode(rest) || isSharedArray(source) || !isNativelyIterable(source)),
  )
  for (const name of ['values', 'entries'] as const) installIterator(name)
  for (const prototype of [TypedArrayType.prototype, ...typedArrayTypes.map(({ prototype }) => prototype as object)])
    guardTheRest(prototype)
}

const noReads = new Set(['constructor', 'subarray', 'keys', 'toString'])

/** Methods that newer engines add (`toBase64`, …) must not read shared memory unseen. */
function guardTheRest(prototype: object): void {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const { value } = Object.getOwnPropertyDescriptor(prototype, name)!
    if (typeof value === 'function' && !noReads.has(name) && !(ARM in value))
      replaceMethod(prototype, name, (original) => guarded(original, name))
  }
}

function guarded(original: Callable, name: string): Callable {
  return {
    [name](this: unknown, ...args: unknown[]): unknown {
      if (running.explored && (isSharedArray(this) || isSharedArray(args[0]))) {
        throw refuseBuiltin(
          `\`${name}\` of a shared typed array, called by code that cannot be suspended,`,
          'call it from an ordinary function of the program',
        )
      }
      return apply(original, this, args)
    },
  }[name]!
}

/** Outside threads as well: an iterator that `shared` makes may be used in one. */
function installIterator(name: 'values' | 'entries'): void {
  const method = replaceMethod(TypedArrayType.prototype, name, (original) => {
    const native = guarded(original, name)
    return {
      [name](this: unknown): unknown {
        return !running.explored && isSharedArray(this) ? sharedIterator(this, name) : apply(native, this, [])
      },
    }[name] as Callable
  })!
  setArmed(method, function () {
    return isSharedArray(this) ? done(sharedIterator(this, name)) : undefined
  })
  if (name !== 'values') return
  Object.defineProperty(TypedArrayType.prototype, Symbol.iterator, {
    value: method,
    writable: true,
    configurable: true,
  })
  sharedValues.current = method
  nativeIterators.add(method)
}
