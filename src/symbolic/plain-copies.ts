/** For who shows objects with how they are made: as the program has made them, with symbolic values pinned. */
import { inspect, types } from 'node:util'
import { isHolder, plainly } from './holders.ts'

const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect
const { isMap, isProxy, isSet } = types
const { toString } = Object.prototype
const { entries, set } = Map.prototype
const { add, values } = Set.prototype

type Copies = Map<object, object>

/** The same where no symbolic value is in it. `made`: copies, so that what is the same object still is. */
export const plainCopy = (value: unknown, made: Copies = new Map()): unknown =>
  isContainer(value) && reachesHolder(value, new Set()) ? copied(value, made) : value

/**
 * Of which a copy with the same properties and elements is shown in the same way. None of the properties is asked for
 * what a getter of the program's says.
 */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || isProxy(value)) return false
  if (inspect.custom in value) return false
  if (isHolder(value) || Array.isArray(value) || isMap(value) || isSet(value)) return true
  // An instance of a class of the program, as far as can be told without running its code.
  return !(Symbol.toStringTag in value) && apply(toString, value, []) === '[object Object]'
}

const partsOf = (object: object): [PropertyKey, PropertyDescriptor][] =>
  ownKeys(object).map((key) => [key, getOwnPropertyDescriptor(object, key)!])

const elementsOf = (object: object): unknown[][] =>
  isMap(object)
    ? [...(apply(entries, object, []) as Iterable<[unknown, unknown]>)]
    : isSet(object)
      ? [...(apply(values, object, []) as Iterable<unknown>)].map((one) => [one])
      : []

function reachesHolder(object: object, seen: Set<object>): boolean {
  if (isHolder(object)) return true
  if (seen.has(object)) return false
  seen.add(object)
  return [...partsOf(object).map(([, { value }]) => value as unknown), ...elementsOf(object).flat()].some(
    (one) => isContainer(one) && reachesHolder(one, seen),
  )
}

function copied(object: object, made: Copies): object {
  const known = made.get(object)
  if (known !== undefined) return known
  const copy: object = Array.isArray(object) ? [] : isMap(object) ? new Map() : isSet(object) ? new Set() : {}
  setPrototypeOf(copy, getPrototypeOf(object))
  made.set(object, copy)
  const inside = (value: unknown): unknown => (isContainer(value) ? copied(value, made) : value)
  for (const one of elementsOf(object)) apply((isMap(object) ? set : add) as () => unknown, copy, one.map(inside))
  for (const [key, found] of partsOf(object)) {
    const plain = plainly(found)
    defineProperty(copy, key, 'value' in plain ? { ...plain, value: inside(plain.value) } : plain)
  }
  return copy
}
