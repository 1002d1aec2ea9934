/** Calls of twins. A callee has a twin, or is an operation, or is simply called. */
import { ARM, Operation, running, TWIN } from '../../../program/operation.ts'
import { construction } from './constructors.ts'
import { checkHanded } from './handed.ts'
import { siteName } from './register.ts'
import { DONE, pending, SUSPEND, suspendOn, type Twin } from './suspension.ts'

export type Arm = (this: unknown, ...args: unknown[]) => Operation | typeof SUSPEND | typeof DONE | undefined
export type Callable = ((this: unknown, ...args: unknown[]) => unknown) & {
  readonly [TWIN]?: (this: unknown, ...args: unknown[]) => Twin
  readonly [ARM]?: Arm
}

const nativeCall = Function.prototype.call
// As they are before anything is patched.
const { apply, construct: nativeConstruct } = Reflect

// Shared memory is in an object, or is what a method is called on.
const { isView } = ArrayBuffer
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Whether `f.call(…)` is the ordinary one: a function can have a property of that name. */
export const isOrdinary = (callee: Callable): boolean => callee.call === nativeCall

// One helper per number of arguments: an array of arguments for every call would cost more than the call.

export function call0(receiver: unknown, callee: Callable, site: number): unknown {
  if (typeof callee !== 'function') throw notAFunction(callee, site)
  const twin = callee[TWIN]
  if (twin !== undefined) return enter(twin.call(receiver), site)
  const arm = callee[ARM]
  if (arm !== undefined && running.explored) {
    running.callSite = site
    const armed = arm.call(receiver)
    if (armed !== undefined) return settle(armed, site)
  } else if (isView(receiver)) checkHanded(callee, receiver, [], site)
  return isOrdinary(callee) ? callee.call(receiver) : apply(callee, receiver, [])
}

export function call1(receiver: unknown, callee: Callable, a: unknown, site: number): unknown {
  if (typeof callee !== 'function') throw notAFunction(callee, site)
  const twin = callee[TWIN]
  if (twin !== undefined) return enter(twin.call(receiver, a), site)
  const arm = callee[ARM]
  if (arm !== undefined && running.explored) {
    running.callSite = site
    const armed = arm.call(receiver, a)
    if (armed !== undefined) return settle(armed, site)
  } else if (isView(receiver) || isObject(a)) checkHanded(callee, receiver, [a], site)
  return isOrdinary(callee) ? callee.call(receiver, a) : apply(callee, receiver, [a])
}

export function call2(receiver: unknown, callee: Callable, a: unknown, b: unknown, site: number): unknown {
  if (typeof callee !== 'function') throw notAFunction(callee, site)
  const twin = callee[TWIN]
  if (twin !== undefined) return enter(twin.call(receiver, a, b), site)
  const arm = callee[ARM]
  if (arm !== undefined && running.explored) {
    running.callSite = site
    const armed = arm.call(receiver, a, b)
    if (armed !== undefined) return settle(armed, site)
  } else if (isView(receiver) || isObject(a) || isObject(b)) checkHanded(callee, receiver, [a, b], site)
  return isOrdinary(callee) ? callee.call(receiver, a, b) : apply(callee, receiver, [a, b])
}

export function call3(receiver: unknown, callee: Callable, a: unknown, b: unknown, c: unknown, site: number): unknown {
  if (typeof callee !== 'function') throw notAFunction(callee, site)
  const twin = callee[TWIN]
  if (twin !== undefined) return enter(twin.call(receiver, a, b, c), site)
  const arm = callee[ARM]
  if (arm !== undefined && running.explored) {
    running.callSite = site
    const armed = arm.call(receiver, a, b, c)
    if (armed !== undefined) return settle(armed, site)
  } else if (isView(receiver) || isObject(a) || isObject(b) || isObject(c)) {
    checkHanded(callee, receiver, [a, b, c], site)
  }
  return isOrdinary(callee) ? callee.call(receiver, a, b, c) : apply(callee, receiver, [a, b, c])
}

export function call4(receiver: unknown, callee: Callable, a: unknown, b: unknown, c: unknown, d: unknown, site: number): unknown {
  if (typeof callee !== 'function') throw notAFunction(callee, site)
  const twin = callee[TWIN]
  if (twin !== undefined) return enter(twin.call(receiver, a, b, c, d), site)
  const arm = callee[ARM]
  if (arm !== undefined && running.explored) {
    running.callSite = site
    const armed = arm.call(receiver, a, b, c, d)
    if (armed !== undefined) return settle(armed, site)
  } else if (isView(receiver) || isObject(a) || isObject(b) || isObject(c) || isObject(d)) {
    checkHanded(callee, receiver, [a, b, c, d], site)
  }
  return isOrdinary(callee) ? callee.call(receiver, a, b, c, d) : apply(callee, receiver, [a, b, c, d])
}

export function callWith(receiver: unknown, callee: Callable, site: number, args: unknown[]): unknown {
  if (typeof callee !== 'function') throw notAFunction(callee, site)
  const twin = callee[TWIN]
  if (twin !== undefined) return enter(twin.apply(receiver, args), site)
  const arm = callee[ARM]
  if (arm !== undefined && running.explored) {
    running.callSite = site
    const armed = arm.apply(receiver, args)
    if (armed !== undefined) return settle(armed, site)
  } else checkHanded(callee, receiver, args, site)
  return apply(callee, receiver, args)
}

/** Whether calling it can suspend. */
export function isSuspendable(callee: unknown): callee is Callable {
  return typeof callee === 'function' && ((callee as Callable)[TWIN] !== undefined || (callee as Callable)[ARM] !== undefined)
}

function enter(twin: Twin, site: number): typeof SUSPEND {
  running.callSite = site
  pending.value = twin
  return SUSPEND
}

function settle(armed: Operation | typeof SUSPEND | typeof DONE, site: number): unknown {
  if (armed === DONE) return pending.value
  if (armed === SUSPEND) return SUSPEND
  armed.site = site
  return suspendOn(armed)
}

export function notAFunction(callee: unknown, site: number): TypeError {
  const error = new TypeError(`${siteName(site) ?? describe(callee)} is not a function`)
  return error
}

function describe(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : typeof value === 'symbol' ? value.toString() : typeof value === 'object' && value !== null ? '(intermediate value)' : String(value)
}

export function construct(callee: unknown, site: number, args: unknown[]): unknown {
  if (typeof callee !== 'function') throw new TypeError(`${siteName(site) ?? describe(callee)} is not a constructor`)
  const suspended = running.explored ? construction(callee, args, site) : undefined
  if (suspended !== undefined) return suspendOn(suspended)
  if (args.some(isObject)) checkHanded(callee as Callable, undefined, args, site)
  return nativeConstruct(callee, args)
}

/** The strings of a tagged template: the same object every time that the place is evaluated. */
export function strings(parts: TemplateStringsArray): TemplateStringsArray {
  return parts
}
