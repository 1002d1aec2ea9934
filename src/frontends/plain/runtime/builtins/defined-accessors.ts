/**
 * Getters and setters that a program gives to `Object.defineProperty` and its like. Their names are noted, so that uses
 * of these properties can be made suspendable on demand; nothing in their syntax says that they are accessors.
 */
import { types } from 'node:util'
import { TWIN } from '../../../../program/operations/operation.ts'
import { registerDefinedAccessor } from '../../../../program/program-frame.ts'
import type { Callable } from '../calls/calls.ts'
import { replaceMethod } from './callbacks.ts'

/** As they are before anything is patched. */
const { apply, getOwnPropertyDescriptor, ownKeys } = Reflect

export function installDefinedAccessors(): void {
  for (const owner of [Object, Reflect]) noting(owner, 'defineProperty', (_, [object, key]) => note(object, key))
  noting(Object, 'defineProperties', (_, [object, all]) => noteAll(object, all))
  noting(Object, 'create', (made, [, all]) => noteAll(made, all))
  for (const name of ['__defineGetter__', '__defineSetter__'])
    noting(Object.prototype, name, (_, [key], receiver) => note(receiver, key))
}

function noting(
  owner: object,
  name: string,
  look: (result: unknown, args: readonly unknown[], receiver: unknown) => void,
): void {
  replaceMethod(
    owner,
    name,
    (original) =>
      function (this: unknown, ...args: unknown[]): unknown {
        const result = apply(original, this, args) as unknown
        look(result, args, this)
        return result
      } as Callable,
  )
}

/** What has been defined, as it is now: descriptors may be anything, and are read once. */
function note(object: unknown, key: unknown): void {
  if (typeof key !== 'string' || !isOrdinary(object)) return
  const found = getOwnPropertyDescriptor(object, key)
  for (const kind of ['get', 'set'] as const)
    if (found?.[kind] !== undefined && Object.hasOwn(found[kind], TWIN)) registerDefinedAccessor(`${kind} ${key}`)
}

function noteAll(object: unknown, all: unknown): void {
  if (isOrdinary(all)) for (const key of ownKeys(all)) note(object, key)
}

const isOrdinary = (value: unknown): value is object =>
  ((typeof value === 'object' && value !== null) || typeof value === 'function') && !types.isProxy(value)
