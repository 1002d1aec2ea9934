/** For who shows objects with how they are made: as the program has made them, with symbolic values pinned. */
import { types } from 'node:util'
import { isHolder, plainly } from './holders.ts'

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect
const { isProxy } = types

type Copies = Map<object, object>

/** The same where no symbolic value is in it. `made`: copies, so that what is the same object still is. */
export const plainCopy = (value: unknown, made: Copies = new Map()): unknown =>
  isContainer(value) && reachesHolder(value, new Set()) ? copied(value, made) : value

/** Whose properties are looked at; none of them is asked for what a getter of the program's says. */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || isProxy(value)) return false
  if (isHolder(value) || Array.isArray(value)) return true
  const prototype = getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

const partsOf = (object: object): [PropertyKey, PropertyDescriptor][] =>
  ownKeys(object).map((key) => [key, getOwnPropertyDescriptor(object, key)!])

function reachesHolder(object: object, seen: Set<object>): boolean {
  if (isHolder(object)) return true
  if (seen.has(object)) return false
  seen.add(object)
  return partsOf(object).some(([, { value }]) => isContainer(value) && reachesHolder(value, seen))
}

function copied(object: object, made: Copies): object {
  const known = made.get(object)
  if (known !== undefined) return known
  const copy: object = Array.isArray(object) ? [] : (Object.create(getPrototypeOf(object)) as object)
  made.set(object, copy)
  for (const [key, found] of partsOf(object)) {
    const plain = plainly(found)
    defineProperty(copy, key, isContainer(plain.value) ? { ...plain, value: copied(plain.value, made) } : plain)
  }
  return copy
}
