/**
 * Builtins that look at how properties are made, or change that, see those of the program: a property that holds a
 * symbolic value is a getter only to Heddle. So do those that show objects as text.
 */
import assert from 'node:assert'
import { syncBuiltinESMExports } from 'node:module'
import util from 'node:util'
import { running } from '../../program/context/execution-context.ts'
import { refuse } from '../../program/operations/operation.ts'
import { isHolder, plainly, release, withoutSetters } from '../../symbolic/holders.ts'
import { hidesSome, withPlainCopies } from '../../symbolic/plain-copies.ts'
import { replaceMethod } from '../plain/runtime/builtins/callbacks.ts'
import type { Callable } from '../plain/runtime/calls/calls.ts'

const { apply } = Reflect

/** `before` is given the holder that the builtin is called with, `after` makes something else of what it returns. */
function around(
  owner: object,
  name: string,
  before: (holder: object) => void,
  after: (found: unknown) => unknown = (found) => found,
): void {
  replaceMethod(
    owner,
    name,
    (original) =>
      function (this: unknown, ...args: unknown[]): unknown {
        const [object] = args
        if (!isHolder(object)) return apply(original, this, args) as unknown
        before(object)
        return after(apply(original, this, args))
      } as Callable,
  )
}

const nothing = (): void => undefined

/** `__lookupGetter__` and its like, which are called on the object: whose are asked of it. */
function ofProgram(name: '__lookupGetter__' | '__lookupSetter__'): void {
  replaceMethod(
    Object.prototype,
    name,
    (original) =>
      function (this: unknown, key: PropertyKey): unknown {
        const found = isHolder(this) ? Reflect.getOwnPropertyDescriptor(this, key) : undefined
        return found !== undefined && 'value' in plainly(found) ? undefined : apply(original, this, [key])
      } as Callable,
  )
}

/** `util.inspect` and its like, which tell getters from values. */
function showing(name: 'inspect' | 'format' | 'formatWithOptions'): void {
  replaceMethod(util, name, (original) => {
    const shown = function (this: unknown, ...args: unknown[]): unknown {
      const text = withPlainCopies(args, (plain) => apply(original, this, plain) as string)
      // It cannot be told whether that is one of the program's, or holds a symbolic value.
      if (running.shadows !== null && text.includes('[Getter') && args.some((one) => hidesSome(one)))
        throw refuse(
          `util.${name} shows a getter that may hold an input, in a proxy, an iterator, a typed array or what shows itself: show its value instead`,
        )
      return text
    }
    return Object.defineProperties(shown, staticsOf(original)) as Callable
  })
}

function staticsOf(fn: object): PropertyDescriptorMap {
  const {
    name: _name,
    length: _length,
    prototype: _prototype,
    ...statics
  } = Object.getOwnPropertyDescriptors(fn as Record<string, unknown>)
  return statics as PropertyDescriptorMap
}

/** Whether it fails, values tell as always; the message is that of an assertion of plain ones. */
function asserting(owner: object, name: string): void {
  replaceMethod(
    owner,
    name,
    (original) =>
      function (this: unknown, ...args: unknown[]): unknown {
        try {
          return apply(original, this, args)
        } catch (error) {
          if (error instanceof assert.AssertionError)
            withPlainCopies(args, (plain, areOthers) => areOthers && apply(original, this, plain))
          throw error
        }
      } as Callable,
  )
}

const DEEP = ['deepEqual', 'deepStrictEqual', 'partialDeepStrictEqual', 'notDeepEqual', 'notDeepStrictEqual']

export function installHolderNatives(): void {
  for (const name of ['inspect', 'format', 'formatWithOptions'] as const) showing(name)
  for (const owner of [assert, assert.strict]) for (const name of DEEP) asserting(owner, name)
  syncBuiltinESMExports()
  ofProgram('__lookupGetter__')
  ofProgram('__lookupSetter__')
  around(Object, 'freeze', withoutSetters)
  around(Object, 'seal', release)
  around(Object, 'defineProperties', release)
  around(Object, 'getOwnPropertyDescriptors', nothing, (found) => {
    const all = found as Record<PropertyKey, PropertyDescriptor>
    for (const key of Reflect.ownKeys(all)) all[key] = plainly(all[key]!)
    return all
  })
  for (const owner of [Object, Reflect]) {
    around(owner, 'defineProperty', release)
    around(owner, 'getOwnPropertyDescriptor', nothing, (found) => found && plainly(found))
  }
}
