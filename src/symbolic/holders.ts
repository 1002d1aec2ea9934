/**
 * Objects that hold symbolic values. To code that knows nothing of these they look as they always do, and what it reads
 * is pinned: the property is a getter that does so. Transformed code asks for the values themselves (`heldAt`).
 */
import { types } from 'node:util'
import { concrete, SymbolicValue } from './symbolic-value.ts'

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, get: plainGet, set: plainSet } = Reflect
const { isExtensible } = Object
const { isArgumentsObject, isProxy } = types
const { isView } = ArrayBuffer

const holders = new WeakSet<object>()
/** By getter. */
const values = new WeakMap<object, SymbolicValue>()

export const isHolder = (object: unknown): object is object =>
  typeof object === 'object' && object !== null && holders.has(object)

/** Whether none of its properties is a getter of the program's, or says what it is converted to. */
export function holdsDataOnly(object: unknown): boolean {
  if (!isHolder(object) || isProxy(object)) return false
  const prototype: unknown = getPrototypeOf(object)
  if (prototype !== null && prototype !== Object.prototype && prototype !== Array.prototype) return false
  return ownKeys(object).every((key) => {
    const getter = getOwnPropertyDescriptor(object, key)!.get
    return (getter === undefined || values.has(getter)) && !CONVERSIONS.has(key)
  })
}
const CONVERSIONS = new Set<PropertyKey>(['valueOf', 'toString', Symbol.toPrimitive])

/** Whether the property is a symbolic value. */
export function holdsAt(object: unknown, key: PropertyKey): boolean {
  const getter = isHolder(object) ? getOwnPropertyDescriptor(object, key)?.get : undefined
  return getter !== undefined && values.has(getter)
}

/** A property of a holder: a symbolic value, or whatever it is. */
export function heldAt(object: object, key: PropertyKey): unknown {
  const getter = getOwnPropertyDescriptor(object, key)?.get
  return (getter === undefined ? undefined : values.get(getter)) ?? plainGet(object, key)
}

const arrayValues = Array.prototype[Symbol.iterator]
const iterators = Object.getPrototypeOf([][Symbol.iterator]()) as { next: unknown }
const { next } = iterators

/**
 * What `for … of` goes through: of an array that holds symbolic values these themselves, as long as arrays are gone
 * through as ever.
 */
export function heldIn(given: unknown): unknown {
  const isOrdinary = Array.isArray(given) && isHolder(given) && !isProxy(given) && iterators.next === next
  return isOrdinary && given[Symbol.iterator] === arrayValues ? elementsOf(given) : given
}

function* elementsOf(array: readonly unknown[]): Iterable<unknown> {
  for (let i = 0; i < array.length; i++) yield heldAt(array, String(i))
}

/** A property that is there already, or can be added, gets a symbolic value. */
export function hold(object: object, key: PropertyKey, value: SymbolicValue): void {
  const get = (): unknown => value.pin()
  const set = function (this: object, now: unknown): void {
    defineProperty(this, key, { value: now, writable: true, enumerable: true, configurable: true })
  }
  defineProperty(object, key, { get, set, enumerable: true, configurable: true })
  values.set(get, value)
  holders.add(object)
}

/** Before it is frozen: where there is no setter, assignments fail as those to a frozen property do. */
export function withoutSetters<T extends object>(holder: T): T {
  for (const [key, found] of heldBy(holder)) defineProperty(holder, key, { ...found, set: undefined })
  return holder
}

/** Properties become plain ones, which are pinned: for who does something to how they are made. */
export function release(holder: object): void {
  for (const [key, found] of heldBy(holder)) defineProperty(holder, key, plainly(found))
}

/** The properties that are held and can be made anew. */
const heldBy = (holder: object): [PropertyKey, PropertyDescriptor][] =>
  ownKeys(holder)
    .map((key) => [key, getOwnPropertyDescriptor(holder, key)!] as [PropertyKey, PropertyDescriptor])
    .filter(([, { get, configurable }]) => configurable === true && get !== undefined && values.has(get))

/** A property as the program has made it: with a value, which is pinned. */
export function plainly(found: PropertyDescriptor): PropertyDescriptor {
  const { get, set, enumerable, configurable } = found
  const held = get === undefined ? undefined : values.get(get)
  if (held === undefined) return found
  return { value: held.pin(), writable: set !== undefined, enumerable, configurable } as PropertyDescriptor
}

/** An array or object that was just made: what is symbolic in it is held. */
export function holding<T extends object>(made: T): T {
  for (const key of Object.keys(made)) {
    const value: unknown = getOwnPropertyDescriptor(made, key)!.value
    if (value instanceof SymbolicValue) hold(made, key, value)
  }
  return made
}

/** `object[key] = value`. False where the property cannot be assigned. */
export function assign(object: unknown, key: PropertyKey, value: unknown): boolean {
  if (value instanceof SymbolicValue && canHold(object, key)) {
    hold(object, key, value)
    return true
  }
  return plainSet(Object(object) as object, key, concrete(value), object)
}

/** Whether an assignment would do no more than to give the object's own property a value. */
function canHold(object: unknown, key: PropertyKey): object is object {
  if (typeof object !== 'object' || object === null || isProxy(object) || isView(object)) return false
  if (isArgumentsObject(object)) return false // its elements may be parameters
  const own = getOwnPropertyDescriptor(object, key)
  if (own !== undefined)
    return (
      own.configurable === true &&
      own.enumerable === true &&
      (own.get === undefined ? own.writable === true : values.has(own.get))
    )
  return isExtensible(object) && !(key in object)
}
