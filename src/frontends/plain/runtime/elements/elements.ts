/** Elements of shared views: which accesses are to them, and their operations. */
import { armRead, armWrite, coerceFor } from '../../../../program/operations/elements.ts'
import { foreignError } from '../../../../program/memory/foreign-memory.ts'
import { type Operation, refuse } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { FOREIGN, TAG, tagView, type TypedArray, type ViewTag } from '../../../../program/memory/shared-tag.ts'
import { locationOf } from '../../../../program/sites.ts'
import { proxied } from './proxy-targets.ts'
import { refuseAt } from '../refusals.ts'
import type { Twin } from '../calls/suspension.ts'

export type SharedArray = TypedArray & { readonly [TAG]: ViewTag }

const { isView } = ArrayBuffer
const { isArray } = Array
const getPrototypeOf = Object.getPrototypeOf as (of: object) => object | null

/** `ArrayBuffer.isView` first: asking anything else of an object could run a Proxy's traps. */
export function isShared(value: unknown): value is SharedArray {
  return isView(value) && tagIn(value) !== null
}

/** Undefined where no getter was found: a view from another context, or one that was given another prototype. */
function tagIn(view: ArrayBufferView): ViewTag | null {
  const tag = (view as { [TAG]?: ViewTag | null })[TAG]
  return tag === undefined ? tagView(view as TypedArray) : tag
}

export function isSharedArray(value: unknown): value is SharedArray {
  return isShared(value) && !(value instanceof DataView)
}

/** Whether it is memory that `shared` allocated. */
export function isAllocated(view: ArrayBufferView): boolean {
  const tag = tagIn(view)
  return tag !== null && tag !== FOREIGN
}

/** Views tag themselves on first sight, so that finding out whether one is shared is one property read. */
export function installTags(): void {
  for (const prototype of [Object.getPrototypeOf(Int8Array.prototype) as object, DataView.prototype]) {
    Object.defineProperty(prototype, TAG, {
      configurable: true,
      get(this: unknown) {
        return isView(this) ? tagView(this as TypedArray) : null
      },
    })
  }
}

/** Whether `object[key]` is an element of shared memory, in a thread that is explored. */
export function isElement(object: unknown, key: unknown): object is SharedArray {
  if (!isView(object)) return mayInherit(object) && refuseInherited(object, key)
  const tag = tagIn(object)
  if (tag === null || !running.explored) return false
  return typeof key === 'number'
    ? isWithin(object as never, tag, key) && (key | 0) === key
    : isElementKey(object as never, tag, key)
}

function isWithin(array: SharedArray, tag: ViewTag, index: number): boolean {
  return index >= 0 && (index < array.length || tag === FOREIGN || index < lengthOf(array))
}

const { get: getLength } = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Int8Array.prototype) as object,
  'length',
)!

/** A class may have a `length` of its own; a DataView has no elements. */
const lengthOf = (array: SharedArray): number =>
  (array as unknown) instanceof DataView ? 0 : (Reflect.apply(getLength!, array, []) as number)

/** Objects that inherit from a view are refused where they are made, or here. Never true. */
function refuseInherited(object: object, key: unknown): false {
  if (running.explored && mayNameElement(key) && inheritsElements(object)) {
    throw refuse(`an element of shared memory is accessed through an object that inherits from it: ${ITSELF}`)
  }
  return false
}

const ITSELF = 'access the typed array itself'

/** Looks at no more than the first character: names that begin with a digit are rare. */
function mayNameElement(key: unknown): boolean {
  return typeof key === 'number' || (typeof key === 'string' ? (key.charCodeAt(0) - 48) >>> 0 < 10 : isObject(key))
}

/** Arrays inherit from where they are refused if it is a view, and there are too many of them to ask each time. */
function mayInherit(object: unknown): object is object {
  return typeof object === 'object' && object !== null && !isArray(object)
}

function inheritsElements(object: object): boolean {
  for (let at: object | null = object; at !== null; ) {
    if (isView(at)) return isShared(at)
    at = proxied(at)?.target ?? getPrototypeOf(at)
  }
  return false
}

/**
 * Keys other than numbers: `a['1']` and `a[1n]` are element accesses; an object's key is found by `read` and `write`.
 */
function isElementKey(array: SharedArray, tag: ViewTag, key: unknown): boolean {
  if (array instanceof DataView || typeof key === 'symbol') return key === Symbol.toPrimitive && refuseConversion()
  if (key !== null && (typeof key === 'object' || typeof key === 'function')) return true
  const text = String(key)
  const index = Number(text)
  return String(index) === text && isWithin(array, tag, index) && (index | 0) === index
}

/** A conversion would be called where nobody sees it. */
function refuseConversion(): never {
  throw refuse(
    '`Symbol.toPrimitive` of shared memory is accessed inside a thread: conversions are called where nothing can be suspended',
  )
}

export function read(array: SharedArray, key: unknown, site: number): Operation | Twin {
  if (typeof key !== 'number') return isObject(key) ? readConverted(array, key, site) : read(array, Number(key), site)
  const tag = tagIn(array)!
  if (key >= tag.certain) throw foreignError(array, locationOf(site))
  const op = armRead(array, tag, key | 0)
  op.site = site
  return op
}

/** The value is coerced before the switch point, since that may run code of the program. */
export function write(array: SharedArray, key: unknown, value: unknown, site: number): Operation | Twin {
  if (typeof key !== 'number')
    return isObject(key) ? writeConverted(array, key, value, site) : write(array, Number(key), value, site)
  const tag = tagIn(array)!
  if (key >= tag.certain) throw foreignError(array, locationOf(site))
  const op = armWrite(array, tag, key | 0, coerceFor(tag, value))
  op.site = site
  return op
}

const isObject = (value: unknown): boolean =>
  value !== null && (typeof value === 'object' || typeof value === 'function')

function* readConverted(array: SharedArray, key: unknown, site: number): Twin {
  const name = propertyKey(key)
  return isElement(array, name) ? yield read(array, name, site) : (array as never)[name]
}

function* writeConverted(array: SharedArray, key: unknown, value: unknown, site: number): Twin {
  const name = propertyKey(key)
  if (isElement(array, name)) yield write(array, name, value, site)
  else (array as Record<PropertyKey, unknown>)[name] = value
  return value
}

/** ToPropertyKey, where it would otherwise happen more than once. */
export function propertyKey(key: unknown): PropertyKey {
  return isObject(key) ? Reflect.ownKeys({ [key as string]: 0 })[0]! : (key as PropertyKey)
}

/** For plain bodies: the object of a computed member access. */
export function guard<T>(object: T, site: number): T {
  if (!running.explored) return object
  const isShared = isView(object) ? isSharedArray(object) : mayInherit(object) && inheritsElements(object)
  if (isShared)
    throw isView(object) && tagIn(object) === FOREIGN
      ? foreignError(object as never, locationOf(site))
      : refuseAt('an element access on shared memory', site)
  return object
}

/** For `super[key]`: what is above the method's home is also above the receiver, unless the method was borrowed. */
export function superKey(receiver: unknown, key: unknown, site: number): PropertyKey {
  const name = propertyKey(key)
  const above = typeof receiver === 'object' && receiver !== null ? getPrototypeOf(receiver) : null
  if (above !== null && running.explored && mayNameElement(name) && (isShared(receiver) || inheritsElements(above))) {
    throw refuse(`an element of shared memory is accessed with \`super\`: ${ITSELF}`, locationOf(site))
  }
  return name
}

/** For parameters of generator functions: a part of an argument, found without running any code of the program. */
export function guardPath(args: ArrayLike<unknown>, path: readonly (string | number | null)[], site: number): void {
  if (!running.explored) return
  let parts: unknown[] = [args]
  for (const key of path) parts = parts.flatMap((part) => dataIn(part, key))
  for (const part of parts) guard(part, site)
}

/** The value of a property; with a key that is not known, of all. */
function dataIn(part: unknown, key: string | number | null): unknown[] {
  if (!isObject(part)) return []
  if (key === null) return Object.values(Object.getOwnPropertyDescriptors(part)).map(({ value }) => value as unknown)
  const found = Object.getOwnPropertyDescriptor(part, key)
  return found === undefined ? [] : [found.value]
}
