/** What the twins of builtin methods have in common: element accesses, calls of callbacks, relative indices. */
import { toNumber } from '../../../../program/operations/elements.ts'
import { ARM, setOriginal } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { realm } from '../../../../program/context/realm.ts'
import { type Arm, type Callable, isSuspendable } from '../calls/calls.ts'
import { isHarmlessCallback } from '../natives/handed.ts'
import { suspendOn, type Twin } from '../calls/suspension.ts'

export interface List {
  [index: number]: unknown
  length: number
}

/** The twin of a builtin: `this` is the receiver, and the site of the call comes first. */
export type BuiltinTwin = (this: never, site: number, ...args: never[]) => Twin

/** Lets calls of a builtin go through its twin when `applies` says so. */
export function armBuiltin(
  builtin: object,
  twin: BuiltinTwin,
  applies: (receiver: unknown, args: readonly unknown[]) => boolean,
): void {
  const arm: Arm = function (...args) {
    return applies(this, args) ? suspendOn(twin.call(this as never, running.callSite, ...(args as never[]))) : undefined
  }
  Object.defineProperty(builtin, ARM, { value: arm, configurable: true, writable: true })
}

/**
 * Whether the callback has to be called by the runtime: it may suspend, or it is native code that must not be handed
 * shared memory. (Where code passes gates, calls of everybody come here, Heddle's too; native code looks after itself
 * there.)
 */
export function takesCode([callback]: readonly unknown[]): boolean {
  if (typeof callback !== 'function') return false
  return realm.direct ? isSuspendable(callback) : !isHarmlessCallback(callback as Callable)
}

export function toInteger(value: unknown): number {
  return Math.trunc(toNumber(value)) || 0
}

/** `start`, `end` and `target` arguments: from the end when negative, within the list. */
export function relative(value: unknown, length: number, fallback: number): number {
  if (value === undefined) return fallback
  const index = toInteger(value)
  return index < 0 ? Math.max(length + index, 0) : Math.min(index, length)
}

/** ToObject. */
export function toObject(value: unknown): object {
  if (value === undefined || value === null) throw new TypeError('Cannot convert undefined or null to object')
  return Object(value) as object
}

export function toLength(value: unknown): number {
  return Math.min(Math.max(toInteger(value), 0), Number.MAX_SAFE_INTEGER)
}

const { forEach, sort } = Array.prototype

/** `method`: the one that is to complain. */
export function checkCallable(callee: unknown, method = forEach as unknown as Callable): asserts callee is Callable {
  if (typeof callee !== 'function') method.call([], callee) // which says so
}

/** What sorting is given. */
export function checkComparison(compare: unknown): asserts compare is Callable | undefined {
  if (compare !== undefined && typeof compare !== 'function') sort.call([], compare as never) // which says so
}

/** Replaces a method by another of the same name and length, where that is possible. */
export function replaceMethod(
  owner: object,
  key: PropertyKey,
  make: (original: Callable) => Callable,
): Callable | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(owner, key)
  const original = descriptor?.value as Callable | undefined
  if (typeof original !== 'function' || !(descriptor!.configurable || descriptor!.writable)) return undefined
  const method = make(original)
  Object.defineProperty(method, 'name', { value: original.name, configurable: true })
  Object.defineProperty(method, 'length', { value: original.length, configurable: true })
  setOriginal(method, original)
  Object.defineProperty(owner, key, { ...descriptor, value: method })
  return method
}
