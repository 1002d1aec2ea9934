/**
 * Builtins that call functions of the program, or read what they are given: `f.call`, `Reflect.get`, `map.forEach`, …
 */
import { types } from 'node:util'
import { ARM, refuse, TWIN } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { type Arm, type Callable, callWith, checkConstructors, isConstructor } from '../calls/calls.ts'
import { armBuiltin, checkCallable, type List, replaceMethod, takesCode, toObject } from './callbacks.ts'
import { isArrayMethod } from './array-methods.ts'
import { suspendableNew } from '../calls/constructions.ts'
import { checkConstruction, construction } from './constructors.ts'
import { noteBound } from '../gated/direct-code.ts'
import { isElement, isSharedArray, read, type SharedArray, write } from '../elements/elements.ts'
import { objectOf, mayHaveViewAsEntry } from './collecting.ts'
import { isNativelyIterable } from './iteration.ts'
import { isHarmlessCallback } from '../natives/handed.ts'
import { notAFunction } from '../messages.ts'
import { permit } from '../natives/given.ts'
import { isTypedArrayType } from '../elements/typed-array-types.ts'
import { checkMade } from '../elements/view-members.ts'
import { bindingOf, noteBinding } from '../calls/own-functions.ts'
import { checkPlainCall } from '../calls/plain-calls.ts'
import { refuseBuiltin } from '../refusals.ts'
import { done, pending, SUSPEND, suspendOn, type Twin } from '../calls/suspension.ts'
import { setArmed, setTwin } from '../calls/twins.ts'

/** As they are before anything is patched. */
const { apply, construct } = Reflect
const NativeProxy = Proxy
const { entries: mapEntries } = Map.prototype
const { entries: setEntries } = Set.prototype

export function installBuiltins(): void {
  installFunctionMethods()
  installReflect()
  installObjectMethods()
  armBuiltin(Map.prototype.forEach, forEachEntry as never, (map, args) => types.isMap(map) && takesCode(args))
  armBuiltin(Set.prototype.forEach, forEachEntry as never, (set, args) => types.isSet(set) && takesCode(args))
}

/** The result of a call, in the protocol of `ARM`. */
function called(receiver: unknown, callee: Callable, args: unknown[]): ReturnType<Arm> {
  const result = callWith(receiver, callee, running.callSite, args)
  return result === SUSPEND ? SUSPEND : done(result)
}

// --- Function.prototype ---------------------------------------------------------------------------------------------

function installFunctionMethods(): void {
  setArmed(Function.prototype.call, function (receiver, ...args) {
    if (typeof this !== 'function') throw notAFunction(this, running.callSite)
    return called(receiver, this as Callable, args)
  })
  setArmed(Function.prototype.apply, function (receiver, list) {
    if (isSharedArray(list)) return suspendOn(applied(receiver, this as Callable, list, running.callSite))
    return typeof this === 'function' ? called(receiver, this as Callable, argumentList(list)) : undefined
  })
  replaceMethod(
    Function.prototype,
    'bind',
    (bind) =>
      function (this: Callable, receiver: unknown, ...args: unknown[]) {
        return bound(this, receiver, args, apply(bind, this, [receiver, ...args]) as Callable)
      } as Callable,
  )
}

function argumentList(list: unknown): unknown[] {
  if (list === undefined || list === null) return []
  return elementsOf(list)
}

/** CreateListFromArrayLike. */
function elementsOf(list: unknown): unknown[] {
  if (list === null || (typeof list !== 'object' && typeof list !== 'function')) {
    throw new TypeError('CreateListFromArrayLike called on non-object')
  }
  return Array.from({ length: (list as List).length }, (_, i) => (isElement(list, i) ? undefined : (list as List)[i]))
}

function* listed(list: List, site: number): Twin {
  const args: unknown[] = []
  for (let i = 0; i < list.length; i++) args.push(isElement(list, i) ? yield read(list, i, site) : list[i])
  return args
}

function* applied(receiver: unknown, callee: Callable, list: List, site: number): Twin {
  const result = callWith(receiver, callee, site, (yield listed(list, site)) as unknown[])
  return result === SUSPEND ? yield pending.value : result
}

/** A bound function can suspend if its target can. Where a builtin calls it, its target is to be refused as ever. */
function bound(target: Callable, receiver: unknown, args: unknown[], result: Callable): Callable {
  noteBound(target, result)
  if (target[TWIN] !== undefined) {
    const twin = target[TWIN]
    setTwin(result, function (...rest) {
      return twin.apply(receiver, [...args, ...rest])
    })
    return result
  }
  refuseBoundView(target, args)
  noteBinding(result, { target, receiver, args })
  const plain = looksAfterItself(target) ? result : checkedBinding(result)
  const arm = target[ARM]
  if (arm !== undefined)
    setArmed(plain, function (...rest) {
      return arm.apply(receiver, [...args, ...rest])
    })
  return plain
}

/**
 * Whether the plain form of a function may be called natively: it refuses what it must not do, or does no such thing.
 */
function looksAfterItself(target: Callable): boolean {
  if (target[ARM] === undefined) return isHarmlessCallback(target)
  return target !== Function.prototype.call && target !== Function.prototype.apply && !isArrayMethod(target)
}

/** Builtins construct by it what they then fill. */
function refuseBoundView(target: Callable, args: readonly unknown[]): void {
  if (!running.explored || !(isTypedArrayType(target) || (target as unknown) === DataView)) return
  if (args.some((arg) => arg instanceof SharedArrayBuffer))
    throw refuse('a constructor of views is bound to shared memory: write a function')
}

function checkedBinding(result: Callable): Callable {
  const checked: Callable = new NativeProxy(result, {
    apply: (_, receiver, rest) => {
      checkPlainCall(result, receiver, rest as unknown[], 0)
      return apply(result, receiver, rest as unknown[])
    },
    construct: (_, rest, target): object => {
      checkPlainCall(result, undefined, rest as unknown[], 0)
      return construct(result, rest as unknown[], target === checked ? result : (target as Function)) as object
    },
  })
  noteBinding(checked, bindingOf(result)!)
  return checked
}

// --- Reflect --------------------------------------------------------------------------------------------------------

function installReflect(): void {
  replaceArmed(
    Reflect,
    'apply',
    ([callee, receiver, list]) => {
      if (isSharedArray(list)) return true
      if (typeof callee === 'function') checkPlainCall(callee as Callable, receiver, Array.isArray(list) ? list : [], 0)
      return false
    },
    function (callee, receiver, list) {
      if (isSharedArray(list)) return suspendOn(applied(receiver, callee as Callable, list, running.callSite))
      return typeof callee === 'function' ? called(receiver, callee as Callable, elementsOf(list)) : undefined
    },
  )
  replaceArmed(
    Reflect,
    'construct',
    ([callee, list]) => {
      if (isSharedArray(list)) return true
      if (typeof callee === 'function') checkConstruction(callee, Array.isArray(list) ? list : [], 0)
      return false
    },
    function (callee, list, ...rest) {
      const target = (rest.length === 0 ? callee : rest[0]) as Function
      if (!isConstructor(callee) || !isConstructor(target)) return undefined // fails by itself
      const { callSite } = running
      if (isSharedArray(list)) return suspendOn(constructed(callee, list, target, callSite))
      return constructing(callee, elementsOf(list), target, callSite)
    },
  )
  replaceArmed(
    Reflect,
    'get',
    (args) => isElement(args[0], args[1]),
    function (target, key) {
      return isElement(target, key) ? suspendOn(reading(target, key, running.callSite)) : undefined
    },
  )
  // With another receiver, the property is defined there.
  replaceArmed(
    Reflect,
    'set',
    (args) => isElement(args[0], args[1]) || isElement(args[3], args[1]),
    function (target, key, value, ...rest) {
      const isOwn = rest.length === 0 || rest[0] === target
      return isOwn && isElement(target, key) ? suspendOn(writing(target, key, value, running.callSite)) : undefined
    },
  )
}

/** In the protocol of `ARM`. */
function constructing(type: Function, args: unknown[], target: Function, site: number): ReturnType<Arm> {
  const suspended = suspendableNew(type, args, site, target) ?? construction(type, args, site, target)
  if (suspended !== undefined) return suspendOn(suspended)
  checkConstruction(type, args, site)
  return done(checkMade(construct(type, args, permit(target)) as unknown))
}

function* constructed(type: Function, list: List, target: Function, site: number): Twin {
  const result = constructing(type, (yield listed(list, site)) as unknown[], target, site)
  return result === SUSPEND ? yield pending.value : pending.value
}

function* reading(target: SharedArray, key: unknown, site: number): Twin {
  return yield read(target, key, site)
}

function* writing(target: SharedArray, key: unknown, value: unknown, site: number): Twin {
  yield write(target, key, value, site)
  return true
}

/** A builtin with a suspendable form, whose plain form is refused inside threads when `concerns` holds. */
function replaceArmed(owner: object, name: string, concerns: (args: readonly unknown[]) => boolean, arm: Arm): void {
  const method = replaceMethod(
    owner,
    name,
    (original) =>
      function (this: unknown, ...args: unknown[]) {
        if (running.explored && concerns(args)) {
          throw refuseBuiltin(
            `\`${name}\` of shared memory, called by code that cannot be suspended,`,
            'call it from an ordinary function of the program',
          )
        }
        if (name === 'construct') checkConstructors(args)
        return apply(original, this, args)
      } as Callable,
  )
  if (method !== undefined) setArmed(method, arm)
}

// --- Object, Map and Set --------------------------------------------------------------------------------------------

function installObjectMethods(): void {
  const anyShared = (args: readonly unknown[]): boolean => args.some(isSharedArray)
  replaceArmed(Object, 'values', anyShared, function (source) {
    return isSharedArray(source) ? suspendOn(entriesOf(source, (_, value) => value, running.callSite)) : undefined
  })
  replaceArmed(Object, 'entries', anyShared, function (source) {
    return isSharedArray(source)
      ? suspendOn(entriesOf(source, (key, value) => [key, value], running.callSite))
      : undefined
  })
  replaceArmed(Object, 'assign', anyShared, function (target, ...sources) {
    return anyShared([target, ...sources])
      ? suspendOn(assigned(toObject(target), sources, running.callSite))
      : undefined
  })
  setArmed(Object.fromEntries, function (source) {
    return source == null || (isNativelyIterable(source) && !mayHaveViewAsEntry(source))
      ? undefined
      : suspendOn(objectOf(source, running.callSite))
  })
}

function* entriesOf(source: List, make: (key: string, value: unknown) => unknown, site: number): Twin {
  const result: unknown[] = []
  for (const key of Object.keys(source))
    result.push(make(key, isElement(source, key) ? yield read(source, key, site) : source[key as never]))
  return result
}

function* assigned(target: object, sources: unknown[], site: number): Twin {
  for (const source of sources) {
    if (source === undefined || source === null) continue
    const from = Object(source) as Record<PropertyKey, unknown>
    for (const key of Reflect.ownKeys(from)) {
      if (!Object.prototype.propertyIsEnumerable.call(from, key)) continue
      const value = isElement(from, key) ? yield read(from, key, site) : from[key]
      if (isElement(target, key)) yield write(target, key, value, site)
      else (target as Record<PropertyKey, unknown>)[key] = value
    }
  }
  return target
}

/** Native iterators see additions during the walk, as `forEach` does. */
function* forEachEntry(
  this: Map<unknown, unknown> | Set<unknown>,
  site: number,
  callback: Callable,
  receiver: unknown,
): Twin {
  checkCallable(callback)
  const iterator = types.isMap(this) ? mapEntries.call(this) : setEntries.call(this as Set<unknown>)
  for (const [key, value] of iterator)
    if (callWith(receiver, callback, site, [value, key, this]) === SUSPEND) yield pending.value
  return undefined
}
