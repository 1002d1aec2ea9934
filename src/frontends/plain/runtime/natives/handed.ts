/**
 * What native code does with shared memory cannot be seen, let alone suspended. So a thread may hand shared memory only
 * to code of the program, to builtins that the runtime models, and to those that are known to leave it alone.
 * Everything else is refused, whatever it is: builtins of a newer Node, add-ons, WebAssembly, code that `vm` has made.
 */
import type { HeddleError } from '../../../../base/errors.ts'
import { ARM, refuse, TWIN } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import type { Callable } from '../calls/calls.ts'
import { isShared } from '../elements/elements.ts'
import { isHarmless, ruleOf } from './known-natives.ts'
import { bindingOf, isOwn } from '../calls/own-functions.ts'
import { isSharedWasmMemory } from '../../../../program/memory/shared-store.ts'
import { proxied } from '../elements/proxy-targets.ts'
import { locationOf } from '../refusals.ts'
import { siteName } from '../register.ts'

const { isView } = ArrayBuffer
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Whether shared memory is in the value: itself, above it, or in objects and collections inside. Getters are not run.
 */
export function holdsShared(value: unknown, seen = new Set<object>()): boolean {
  if (typeof value === 'function') return holdsInBinding(value, seen)
  if (!isObject(value) || seen.has(value)) return false
  if (isView(value)) return isShared(value)
  if (value instanceof SharedArrayBuffer || isSharedWasmMemory(value)) return true
  seen.add(value)
  const proxy = proxied(value)
  if (proxy !== undefined) return holdsShared(proxy.target, seen)
  if (value instanceof WeakRef) return holdsShared(deref.call(value), seen)
  if (value instanceof Map || value instanceof Set) {
    for (const [k, v] of entriesOf(value)) if (holdsShared(k, seen) || holdsShared(v, seen)) return true
  }
  for (const key of Reflect.ownKeys(value)) {
    const property = getOwnPropertyDescriptor(value, key)
    const content = property?.value as unknown
    if ((isObject(content) || typeof content === 'function') && holdsShared(content, seen)) return true
  }
  return inherits(value)
}

/** A bound native function may give away what it is bound to; what a weak map has, nobody can tell. */
function holdsInBinding(callee: object, seen: Set<object>): boolean {
  const bound = bindingOf(callee)
  if (bound === undefined || seen.has(callee)) return false
  seen.add(callee)
  return [bound.receiver, ...bound.args].some((one) => one instanceof WeakMap || holdsShared(one, seen))
}

/** Not by methods that the program may have replaced. */
const { getOwnPropertyDescriptor } = Object
const { deref } = WeakRef.prototype
const { entries: mapEntries } = Map.prototype
const { entries: setEntries } = Set.prototype
const entriesOf = (value: Map<unknown, unknown> | Set<unknown>): Iterable<[unknown, unknown]> =>
  value instanceof Map ? mapEntries.call(value) : setEntries.call(value)

function inherits(value: object): boolean {
  for (let at: unknown = value; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    if (isShared(at)) return true
  }
  return false
}

/** Whether calling it with this may touch shared memory unseen. */
export function mayTouch(callee: Callable, receiver: unknown, args: readonly unknown[]): boolean {
  const rule = ruleOf(callee)
  if (rule !== undefined) return rule(receiver, args) && holdsAny(receiver, args)
  if (isOwn(callee)) return false
  const bound = bindingOf(callee)
  if (bound !== undefined) return mayTouch(bound.target, bound.receiver, [...bound.args, ...args])
  return holdsAny(receiver, args)
}

/** Methods look at what they are given, and at the object itself; what else it has is not for them. */
function holdsAny(receiver: unknown, args: readonly unknown[]): boolean {
  if (isShared(receiver) || receiver instanceof SharedArrayBuffer) return true
  for (let i = 0; i < args.length; i++) if (isObject(args[i]) && holdsShared(args[i])) return true
  return false
}

/**
 * Whether a builtin may call it natively with all it has: it is the program's and cannot suspend, or touches nothing.
 */
export function isHarmlessCallback(callee: Callable): boolean {
  if (callee[TWIN] !== undefined || callee[ARM] !== undefined) return false
  return isHarmless(callee) || isOwn(callee)
}

/** A call that the runtime has no other form for. */
export function checkHanded(callee: Callable, receiver: unknown, args: readonly unknown[], site: number): void {
  if (!running.explored || !mayTouch(callee, receiver, args)) return
  throw refuseHanded(titles.get(callee) ?? siteName(site) ?? callee.name, locationOf(site))
}

const titles = new WeakMap<object, string>()

/** What a builtin is called in messages, however the program has come by it. */
export function entitle(callee: object, title: string): void {
  titles.set(callee, title)
}

const insteadOf = (title: string): string =>
  /^Buffer\.(?:read|write)[A-Z]/.test(title)
    ? "Use the methods of a DataView of the same memory, or the buffer's elements"
    : 'Read what you need into ordinary variables first (for example with [...view] or a loop)'

export function refuseHanded(title: string, at?: string): HeddleError {
  return refuse(
    `\`${title === '' ? 'a native function' : title}\` is handed shared memory inside a thread, but is not code of ` +
      `the program: what it does with it cannot be suspended at each element. ${insteadOf(title)}`,
    at,
  )
}
