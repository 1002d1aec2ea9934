/**
 * `new` for classes whose constructors can be suspended (`emit/functions/constructors.ts`): what ECMAScript does in
 * [[Construct]] of a class, 10.2.2, and for `super(…)`, 13.3.7.1.
 */
import { TWIN } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { demands } from '../../demands.ts'
import { checkConstruction, construction } from '../builtins/constructors.ts'
import { permit } from '../natives/given.ts'
import { textOf } from '../texts.ts'
import { entering } from './accessors.ts'
import { type Callable, isConstructor } from './calls.ts'
import { drive, type Twin } from './suspension.ts'

type Body = (this: unknown, ...args: unknown[]) => Twin

interface Construction {
  /** The body of the constructor, to be run with a frame as `this`. */
  readonly body: Body | undefined
  readonly fields: Body | undefined
  readonly isDerived: boolean
  readonly isPrivate: boolean
}

/** One construction under way. */
interface Frame {
  /** What `this` is; undefined until `super(…)` has returned. */
  self: object | undefined
  readonly type: Function
  readonly newTarget: Function
}

const constructions = new WeakMap<Function, Construction>()
const { construct, apply } = Reflect

export const CONSTRUCTOR_BODY: unique symbol = Symbol('constructor')
export const FIELD_INITIALISERS: unique symbol = Symbol('fields')

function taken(prototype: object, slot: symbol): Body | undefined {
  const found = Object.getOwnPropertyDescriptor(prototype, slot)?.value as Body | undefined
  delete (prototype as Record<symbol, unknown>)[slot]
  return found
}

export function linkConstruction(
  type: Function & { prototype: object },
  isDerived: boolean,
  isPrivate: boolean,
  length: number,
): void {
  constructions.set(type, {
    body: taken(type.prototype, CONSTRUCTOR_BODY),
    fields: taken(type.prototype, FIELD_INITIALISERS),
    isDerived,
    isPrivate,
  })
  if (isPrivate) Object.defineProperty(type, 'length', { value: length, configurable: true })
}

/** The construction as something that can be suspended; undefined when it is done natively. */
export function suspendableNew(type: Function, args: unknown[], site: number, newTarget = type): Twin | undefined {
  if (!demands.construct || !running.explored) return undefined
  return constructions.has(type) || hasTwin(type)
    ? entering(constructing(type, args, newTarget, site), site)
    : undefined
}

/** A function that is used as a constructor. What it would see of `new.target` no twin can tell. */
function hasTwin(type: Function): type is Function & Callable {
  const isOrdinary = (type as Callable)[TWIN] !== undefined && Object.hasOwn(type, 'prototype') // a bound one has none
  return isOrdinary && !textOf(type).includes('new.target')
}

function* constructing(type: Function, args: unknown[], newTarget: Function, site: number): Twin {
  const known = constructions.get(type)
  if (known === undefined) return yield native(type, args, newTarget, site)
  const frame: Frame = { self: undefined, type, newTarget }
  if (!known.isDerived) {
    frame.self = known.isPrivate ? (construct(type, [BARE], newTarget) as object) : instanceOf(newTarget)
    if (known.fields !== undefined) yield entering(apply(known.fields, frame.self, []) as Twin, site)
  }
  const result: unknown =
    known.body === undefined
      ? known.isDerived
        ? yield superCall(frame, args, site)
        : undefined
      : yield entering(apply(known.body, frame, args) as Twin, site)
  if (isObject(result)) return result
  if (known.isDerived && result !== undefined)
    throw new TypeError('Derived constructors may only return object or undefined')
  return constructed(frame)
}

function* native(type: Function, args: unknown[], newTarget: Function, site: number): Twin {
  if (hasTwin(type)) {
    const self = instanceOf(newTarget)
    const result = yield entering(apply(type[TWIN]!, self, args) as Twin, site)
    return isObject(result) ? result : self
  }
  const suspended = construction(type, args, site, newTarget)
  if (suspended !== undefined) return yield suspended
  checkConstruction(type, args, site)
  return construct(permit(type), args, newTarget)
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

function instanceOf(newTarget: Function): object {
  const prototype = newTarget.prototype as unknown
  return Object.create(isObject(prototype) ? prototype : Object.prototype) as object
}

/** `this` in a constructor. */
export function constructed({ self }: Frame): object {
  if (self !== undefined) return self
  throw new ReferenceError(
    "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
  )
}

export function* superCall(frame: Frame, args: unknown[], site: number): Twin {
  const { type, newTarget } = frame
  const known = constructions.get(type)!
  const parent = Object.getPrototypeOf(type) as unknown
  if (!isConstructor(parent)) throw notAParent(parent, type)
  const made = (yield entering(constructing(parent, args, newTarget, site), site)) as object
  if (frame.self !== undefined) throw new ReferenceError('Super constructor may only be called once')
  frame.self = known.isPrivate ? withPrivateNames(type, made, newTarget) : made
  if (known.fields !== undefined) yield entering(apply(known.fields, frame.self, []) as Twin, site)
  return frame.self
}

function notAParent(parent: unknown, { name }: Function): TypeError {
  const shown = parent === Function.prototype ? 'null' : String(parent)
  return new TypeError(`Super constructor ${shown} of ${name === '' ? 'anonymous class' : name} is not a constructor`)
}

const superOf = ({ type }: Frame): object => Object.getPrototypeOf(type.prototype) as object

export const superGet = (frame: Frame, key: PropertyKey): unknown =>
  Reflect.get(superOf(frame), key, constructed(frame)) as unknown

export function superSet<T>(frame: Frame, key: PropertyKey, value: T): T {
  if (!Reflect.set(superOf(frame), key, value, constructed(frame)))
    throw new TypeError(`Cannot assign to read only property '${String(key)}' of object`)
  return value
}

export function defineField(self: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(self, key, { value, writable: true, enumerable: true, configurable: true })
}

// --- Private names, which only the class itself can give to an object

const BARE = Symbol('heddle.bare')
export const isBare = (args: readonly unknown[]): boolean => args[0] === BARE

function Returning(_: symbol, made: object): object {
  return made
}

/** The class is constructed above something that returns what is there already (ECMAScript, 13.3.7.1, step 6). */
function withPrivateNames(type: Function, made: object, newTarget: Function): object {
  const parent = Object.getPrototypeOf(type) as object
  Object.setPrototypeOf(type, Returning)
  try {
    return construct(type, [BARE, made], newTarget) as object
  } finally {
    Object.setPrototypeOf(type, parent)
  }
}

/** `new` in code that cannot be suspended, or native code. */
export const constructPlainly = (type: Function, args: unknown[], newTarget: Function): unknown =>
  drive(constructing(type, args, newTarget, 0))
