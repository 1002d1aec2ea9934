/** Calls of twins. A callee has a twin, or is an operation, or is simply called. */
import { ARM, type Operation, TWIN } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { construction } from '../builtins/constructors.ts'
import { suspendableNew } from './constructions.ts'
import { permit } from '../natives/given.ts'
import { checkHanded } from '../natives/handed.ts'
import { notAConstructor, notAFunction } from '../messages.ts'
import { checkMade } from '../elements/view-members.ts'
import { textOf } from '../texts.ts'
import { constructPromise, isIntrinsic } from '../promises/owned-promises.ts'
import { DONE, isOwned, pending, SUSPEND, suspendOn, type Twin } from './suspension.ts'

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
  return apply(callee, receiver, [])
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
  return apply(callee, receiver, [a])
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
  return apply(callee, receiver, [a, b])
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
  return apply(callee, receiver, [a, b, c])
}

export function call4(
  receiver: unknown,
  callee: Callable,
  a: unknown,
  b: unknown,
  c: unknown,
  d: unknown,
  site: number,
): unknown {
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
  return apply(callee, receiver, [a, b, c, d])
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
  return (
    typeof callee === 'function' &&
    ((callee as Callable)[TWIN] !== undefined || (callee as Callable)[ARM] !== undefined)
  )
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

const constructors = new WeakMap<object, boolean>()
const NativeProxy = Proxy

/** Asks without constructing anything. */
export function isConstructor(value: unknown): value is Function {
  if (typeof value !== 'function') return false
  let known = constructors.get(value)
  if (known === undefined) {
    try {
      nativeConstruct(new NativeProxy(value, { construct: () => ({}) }), [])
      known = true
    } catch {
      known = false
    }
    constructors.set(value, known)
  }
  return known
}

/** Of `Reflect.construct`: the engine's complaint would show transformed code. */
export function checkConstructors([callee, , target = callee]: readonly unknown[]): void {
  for (const type of [callee, target])
    if (typeof type === 'function' && !isConstructor(type))
      throw new TypeError(`${shortened(textOf(type))} is not a constructor`)
}

/** As V8 writes functions into messages. */
function shortened(text: string): string {
  return text.length > 128 ? `${text.slice(0, 111)}...<omitted>...${text.slice(-2)}` : text
}

/** What a class extends. The engine's complaint would show transformed code. */
export function heritage<T>(value: T): T {
  if (typeof value !== 'function' || isConstructor(value)) return value
  throw new TypeError(`Class extends value ${shortened(textOf(value))} is not a constructor or null`)
}

/** What is constructed natively. That it cannot be shows once the arguments have been evaluated. */
export function constructible(callee: unknown, site: number): unknown {
  if (isIntrinsic(callee) && isOwned()) return constructPromise
  return isConstructor(callee)
    ? permit(callee)
    : function () {
        throw notAConstructor(callee, site)
      }
}

export function construct(callee: unknown, site: number, args: unknown[]): unknown {
  if (!isConstructor(callee)) throw notAConstructor(callee, site)
  const suspended =
    suspendableNew(callee, args, site) ?? (running.explored ? construction(callee, args, site) : undefined)
  if (suspended !== undefined) return suspendOn(suspended)
  if (args.some(isObject)) checkHanded(callee as Callable, undefined, args, site)
  return checkMade(nativeConstruct(permit(callee), args) as unknown)
}

/** The strings of a tagged template: the same object every time that the place is evaluated. */
export function strings(parts: TemplateStringsArray): TemplateStringsArray {
  return parts
}
