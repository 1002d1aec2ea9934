/** Properties of symbolic values themselves: the length and the characters of a text that is one of several. */
import { madeOfListed } from './operators.ts'
import { SymbolicValue } from './symbolic-value.ts'

const { hasOwn } = Object

/** What its property is asked of: a plain value, on the condition that this property is as it is now. */
export function forProperty(value: unknown, key: PropertyKey): unknown {
  if (!(value instanceof SymbolicValue)) return value
  const { choices } = value
  if (choices === null || isInherited(value.value, key)) return value.pin()
  // Of those that inherit it, it is something else.
  madeOfListed(value, (one) => (isInherited(one, key) ? choices : (one as never as Record<PropertyKey, unknown>)[key]))
  return value.value
}

/** A method of texts, say, which may be called. */
function isInherited(value: unknown, key: PropertyKey): boolean {
  const object = Object(value) as object
  return key in object && !hasOwn(object, key)
}
