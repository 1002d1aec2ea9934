/** Elements of shared views: which accesses are to them, and their operations. */
import { armRead, armWrite, coerceFor } from '../../../program/memory-operations.ts'
import { type Operation, running } from '../../../program/operation.ts'
import { TAG, tagView, type TypedArray, type ViewTag } from '../../../program/shared-tag.ts'
import { refuseAt } from './refusals.ts'
import type { Twin } from './suspension.ts'

export type SharedArray = TypedArray & { readonly [TAG]: ViewTag }

const { isView } = ArrayBuffer

/** `ArrayBuffer.isView` first: asking anything else of an object could run a Proxy's traps. */
export function isShared(value: unknown): value is SharedArray {
  return isView(value) && (value as unknown as SharedArray)[TAG] !== undefined
}

export function isSharedArray(value: unknown): value is SharedArray {
  return isShared(value) && !(value instanceof DataView)
}

/** Views tag themselves on first sight, so that finding out whether one is shared is one property read. */
export function installTags(): void {
  for (const prototype of [Object.getPrototypeOf(Int8Array.prototype) as object, DataView.prototype]) {
    Object.defineProperty(prototype, TAG, {
      configurable: true,
      get(this: unknown) { return isView(this) ? tagView(this as TypedArray) : undefined },
    })
  }
}

/** Whether `object[key]` is an element of shared memory, in a thread that is explored. */
export function isElement(object: unknown, key: unknown): object is SharedArray {
  return isView(object) && (object as unknown as SharedArray)[TAG] !== undefined && running.explored &&
    (typeof key === 'number' ? key >= 0 && key < (object as unknown as SharedArray).length && (key | 0) === key : isElementKey(object as never, key))
}

/** Keys other than numbers: `a['1']` and `a[1n]` are element accesses; an object's key is found by `read` and `write`. */
function isElementKey(array: SharedArray, key: unknown): boolean {
  if (array instanceof DataView || typeof key === 'symbol') return false
  if (key !== null && (typeof key === 'object' || typeof key === 'function')) return true
  const text = String(key)
  const index = Number(text)
  return String(index) === text && index >= 0 && index < array.length && (index | 0) === index
}

export function read(array: SharedArray, key: unknown, site: number): Operation | Twin {
  if (typeof key !== 'number') return isObject(key) ? readConverted(array, key, site) : read(array, Number(key), site)
  const op = armRead(array, array[TAG], key | 0)
  op.site = site
  return op
}

/** The value is coerced before the switch point, since that may run code of the program. */
export function write(array: SharedArray, key: unknown, value: unknown, site: number): Operation | Twin {
  if (typeof key !== 'number') return isObject(key) ? writeConverted(array, key, value, site) : write(array, Number(key), value, site)
  const op = armWrite(array, array[TAG], key | 0, coerceFor(array[TAG], value))
  op.site = site
  return op
}

const isObject = (value: unknown): boolean => value !== null && (typeof value === 'object' || typeof value === 'function')

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
  if (running.explored && isSharedArray(object)) throw refuseAt('an element access on shared memory', site)
  return object
}
