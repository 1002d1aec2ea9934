/** Calls of twins. A callee has a twin, or is an operation, or is simply called. */
import { ARM, Operation, running, TWIN } from '../../../program/operation.ts'
import { construction } from './constructors.ts'
import { guardedArrayMethod } from './array-methods.ts'
import { siteName } from './register.ts'
import { DONE, pending, SUSPEND, suspendOn, type Twin } from './suspension.ts'

export type Arm = (this: unknown, ...args: unknown[]) => Operation | typeof SUSPEND | typeof DONE | undefined
export type Callable = ((this: unknown, ...args: unknown[]) => unknown) & {
  readonly [TWIN]?: (this: unknown, ...args: unknown[]) => Twin
  readonly [ARM]?: Arm
}

const nativeCall = Function.prototype.call

/** Whether `f.call(…)` is the ordinary one: a function can have a property of that name. */
const isOrdinary = (callee: Callable): boolean => callee.call === nativeCall

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
  }
  return isOrdinary(callee) ? callee.call(receiver) : Reflect.apply(callee, receiver, [])
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
  }
  return isOrdinary(callee) ? callee.call(receiver, a) : Reflect.apply(callee, receiver, [a])
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
  }
  return isOrdinary(callee) ? callee.call(receiver, a, b) : Reflect.apply(callee, receiver, [a, b])
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
  }
  return isOrdinary(callee) ? callee.call(receiver, a, b, c) : Reflect.apply(callee, receiver, [a, b, c])
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
  }
  return isOrdinary(callee) ? callee.call(receiver, a, b, c, d) : Reflect.apply(callee, receiver, [a, b, c, d])
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
  }
  return Reflect.apply(callee, receiver, args)
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

function notAFunction(callee: unknown, site: number): TypeError {
  const error = new TypeError(`${siteName(site) ?? describe(callee)} is not a function`)
  return error
}

function describe(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : typeof value === 'symbol' ? value.toString() : typeof value === 'object' && value !== null ? '(intermediate value)' : String(value)
}

/** A call in an optional chain of a plain body. */
export function plainCall(receiver: unknown, callee: Callable, site: number, args: unknown[]): unknown {
  if (typeof callee !== 'function') throw notAFunction(callee, site)
  return Reflect.apply(callee, receiver, args)
}

export function construct(callee: unknown, site: number, args: unknown[]): unknown {
  if (typeof callee !== 'function') throw new TypeError(`${siteName(site) ?? describe(callee)} is not a constructor`)
  const suspended = running.explored ? construction(callee, args, site) : undefined
  return suspended === undefined ? Reflect.construct(callee, args) : suspendOn(suspended)
}

/** The strings of a tagged template: the same object every time that the place is evaluated. */
export function strings(parts: TemplateStringsArray): TemplateStringsArray {
  return parts
}

/** In plain bodies, `f.call(view)` is a way for array methods to reach elements unseen. */
export function guardMethod(callee: unknown): unknown {
  return running.explored && typeof callee === 'function' ? guardedArrayMethod(callee as Callable) ?? callee : callee
}
