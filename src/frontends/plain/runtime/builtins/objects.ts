/** Spread and rest of objects, which copy the elements of a typed array one by one. */
import { isElement, isSharedArray, read } from '../elements/elements.ts'
import { cannotDestructure } from '../messages.ts'
import { isExplored, suspendOn, type Twin } from '../calls/suspension.ts'

export function spreadObject(source: unknown, site: number): unknown {
  return isSharedArray(source) && isExplored() ? suspendOn(copied(source, new Set(), site)) : source
}

export function restOf(source: object, keys: readonly PropertyKey[], site: number): unknown {
  const excluded = new Set(keys.map((key) => (typeof key === 'symbol' ? key : String(key))))
  if (isSharedArray(source) && isExplored()) return suspendOn(copied(source, excluded, site))
  const rest = {}
  for (const key of Reflect.ownKeys(Object(source) as object)) {
    if (!excluded.has(key) && Object.prototype.propertyIsEnumerable.call(source, key))
      define(rest, key, (source as never)[key])
  }
  return rest
}

function* copied(source: object, excluded: ReadonlySet<PropertyKey>, site: number): Twin {
  const copy = {}
  for (const key of Reflect.ownKeys(source)) {
    if (excluded.has(key) || !Object.prototype.propertyIsEnumerable.call(source, key)) continue
    define(copy, key, isElement(source, key) ? yield read(source, key, site) : (source as never)[key])
  }
  return copy
}

function define(object: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

/** Object patterns do not take undefined and null. */
export function destructurable<T>(value: T, name: string | null | false, property: string | null): T {
  if (value === undefined || value === null) throw cannotDestructure(value, name, property)
  return value
}
