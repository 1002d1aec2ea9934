import { types } from 'node:util'

/**
 * Deep-freezes the plain containers (objects, arrays) of what `shared` returned: threads communicate through `mem`
 * only. `onlyMade` says whether everything in it is frozen, a primitive value or made by `mem`, so that nothing in it
 * can change and the objects can be used again for the next execution.
 */
export function freezeShared(value: unknown, made: ReadonlySet<object>): { onlyMade: boolean } {
  const seen = new Set<object>()
  let onlyMade = true
  const visit = (part: unknown): void => {
    if (part === null || typeof part !== 'object' || made.has(part) || seen.has(part)) {
      if (typeof part === 'function') onlyMade = false
      return
    }
    seen.add(part)
    if (types.isProxy(part)) {
      onlyMade = false // whatever it stands for: it may not even let itself be looked at
      return
    }
    const prototype: unknown = Object.getPrototypeOf(part)
    if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) {
      onlyMade = false // an object of a class, a view that the program made itself, a Map, …: its own business
      return
    }
    for (const key of Reflect.ownKeys(part)) {
      const property = Object.getOwnPropertyDescriptor(part, key)!
      if ('value' in property) visit(property.value)
      else onlyMade = false
    }
    Object.freeze(part)
  }
  visit(value)
  return { onlyMade }
}
