/**
 * What assertions tell in their errors: values of the input that is explored, which are no conditions as long as nobody
 * looks. Whoever goes on with such an error may.
 */
import { AssertionError } from 'node:assert'
import { types } from 'node:util'
import type { Path } from './path.ts'
import { SymbolicValue } from './symbolic-value.ts'

/** Paths with values that assertions have told: the one that is explored, and some before it. */
const telling = new Set<Path>()
const MOST_TELLING = 16

export function toldOf(value: unknown): unknown {
  if (!(value instanceof SymbolicValue)) return value
  const { path } = value
  path.tell(value)
  telling.add(path)
  const [first] = telling
  if (telling.size > MOST_TELLING) forget(first!)
  return value.value
}

/** Code goes on that was given an error: it may look at its text, and at the values in it. */
export function caught(error: unknown): unknown {
  if (telling.size > 0 && types.isNativeError(error) && error instanceof AssertionError)
    for (const path of telling) forget(path)
  return error
}

function forget(path: Path): void {
  path.caught()
  telling.delete(path)
}

/** What is to throw an error, for somebody who looks at that. */
export function watched(code: unknown): unknown {
  if (typeof code !== 'function') return code
  return function (this: unknown, ...args: unknown[]): unknown {
    try {
      return Reflect.apply(code, this, args) as unknown
    } catch (error) {
      throw caught(error)
    }
  }
}
