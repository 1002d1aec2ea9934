/** Builtins that call functions of the program, or read what they are given: `f.call`, `Reflect.get`, `map.forEach`, … */
import { ARM, running, TWIN } from '../../../program/operation.ts'
import { type Arm, type Callable, callWith, isSuspendable } from './calls.ts'
import { armBuiltin, checkCallable, type List, replaceMethod, takesCode } from './callbacks.ts'
import { guardedArrayMethod } from './array-methods.ts'
import { noteBound } from './direct-code.ts'
import { isElement, isSharedArray, read, type SharedArray, write } from './elements.ts'
import { collect, isNativelyIterable } from './iteration.ts'
import { refuseBuiltin } from './refusals.ts'
import { done, pending, SUSPEND, suspendOn, type Twin } from './suspension.ts'
import { setArmed, setTwin } from './twins.ts'

export function installBuiltins(): void {
  installFunctionMethods()
  installReflect()
  installObjectMethods()
  for (const type of [Map, Set]) armBuiltin(type.prototype.forEach, forEachEntry as never, (_, args) => takesCode(args))
}

/** The result of a call, in the protocol of `ARM`. */
function called(receiver: unknown, callee: Callable, args: unknown[]): ReturnType<Arm> {
  const result = callWith(receiver, callee, running.callSite, args)
  return result === SUSPEND ? SUSPEND : done(result)
}

// --- Function.prototype -----------------------------------------------------------------------------------------------

function installFunctionMethods(): void {
  setArmed(Function.prototype.call, function (receiver, ...args) {
    return isSuspendable(this) ? called(receiver, this, args) : undefined
  })
  setArmed(Function.prototype.apply, function (receiver, list) {
    if (isSharedArray(list)) return suspendOn(applied(receiver, this as Callable, list, running.callSite))
    return isSuspendable(this) ? called(receiver, this, argumentList(list)) : undefined
  })
  replaceMethod(Function.prototype, 'bind', (bind) => function (this: Callable, receiver: unknown, ...args: unknown[]) {
    return bound(this, receiver, args, Reflect.apply(bind, this, [receiver, ...args]) as Callable)
  } as Callable)
}

function argumentList(list: unknown): unknown[] {
  if (list === undefined || list === null) return []
  if (typeof list !== 'object' && typeof list !== 'function') throw new TypeError('CreateListFromArrayLike called on non-object')
  return Array.from({ length: (list as List).length }, (_, i) => (list as List)[i])
}

function* applied(receiver: unknown, callee: Callable, list: List, site: number): Twin {
  const args: unknown[] = []
  for (let i = 0; i < list.length; i++) args.push(isElement(list, i) ? yield read(list, i, site) : list[i])
  const result = callWith(receiver, callee, site, args)
  return result === SUSPEND ? yield pending.value : result
}

/** A bound function can suspend if its target can; `call.bind(method)` must not hide what `method` does to views. */
function bound(target: Callable, receiver: unknown, args: unknown[], result: Callable): Callable {
  noteBound(target, result)
  if (target[TWIN] !== undefined) {
    const twin = target[TWIN]
    setTwin(result, function (...rest) { return twin.apply(receiver, [...args, ...rest]) })
  } else if (target[ARM] !== undefined) {
    const arm = target[ARM]
    setArmed(result, function (...rest) { return arm.apply(receiver, [...args, ...rest]) })
  }
  const isForwarding = target === Function.prototype.call || target === Function.prototype.apply
  const method = isForwarding && typeof receiver === 'function' ? guardedArrayMethod(receiver as Callable) : guardedArrayMethod(target)
  return method === undefined ? result : guardedBinding(target, receiver, args, result, isForwarding ? method : null)
}

/** The plain form of such a binding goes through the form of the method that refuses shared arrays. */
function guardedBinding(target: Callable, receiver: unknown, args: unknown[], result: Callable, method: Callable | null): Callable {
  const plain = function (this: unknown, ...rest: unknown[]): unknown {
    if (!running.explored) return Reflect.apply(result, this, rest)
    return method === null ? Reflect.apply(guardedArrayMethod(target)!, receiver, [...args, ...rest]) : Reflect.apply(target, method, [...args, ...rest])
  }
  Object.defineProperty(plain, 'name', { value: result.name, configurable: true })
  Object.defineProperty(plain, 'length', { value: result.length, configurable: true })
  if (result[ARM] !== undefined) setArmed(plain, result[ARM])
  return plain
}

// --- Reflect ------------------------------------------------------------------------------------------------------------

function installReflect(): void {
  replaceArmed(Reflect, 'apply', (args) => isSharedArray(args[2]) || guardedArrayMethod(args[0] as Callable) !== undefined && isSharedArray(args[1]), function (callee, receiver, list) {
    if (isSharedArray(list)) return suspendOn(applied(receiver, callee as Callable, list, running.callSite))
    return isSuspendable(callee) ? called(receiver, callee, argumentList(list)) : undefined
  })
  replaceArmed(Reflect, 'get', (args) => isElement(args[0], args[1]), function (target, key) {
    return isElement(target, key) ? suspendOn(reading(target, key, running.callSite)) : undefined
  })
  replaceArmed(Reflect, 'set', (args) => isElement(args[0], args[1]), function (target, key, value) {
    return isElement(target, key) ? suspendOn(writing(target, key, value, running.callSite)) : undefined
  })
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
  const method = replaceMethod(owner, name, (original) => function (this: unknown, ...args: unknown[]) {
    if (running.explored && concerns(args)) {
      throw refuseBuiltin(`\`${name}\` of shared memory, called by code that cannot be suspended,`, 'call it from an ordinary function of the program')
    }
    return Reflect_apply(original, this, args)
  } as Callable)
  if (method !== undefined) setArmed(method, arm)
}

const Reflect_apply = Reflect.apply

// --- Object, Map and Set ------------------------------------------------------------------------------------------------

function installObjectMethods(): void {
  const anyShared = (args: readonly unknown[]): boolean => args.some(isSharedArray)
  replaceArmed(Object, 'values', anyShared, function (source) {
    return isSharedArray(source) ? suspendOn(entriesOf(source, (_, value) => value, running.callSite)) : undefined
  })
  replaceArmed(Object, 'entries', anyShared, function (source) {
    return isSharedArray(source) ? suspendOn(entriesOf(source, (key, value) => [key, value], running.callSite)) : undefined
  })
  replaceArmed(Object, 'assign', anyShared, function (target, ...sources) {
    return anyShared([target, ...sources]) ? suspendOn(assigned(Object(target) as object, sources, running.callSite)) : undefined
  })
  setArmed(Object.fromEntries, function (source) {
    return source == null || isNativelyIterable(source) ? undefined : suspendOn(collectedEntries(source, running.callSite))
  })
}

function* entriesOf(source: List, make: (key: string, value: unknown) => unknown, site: number): Twin {
  const result: unknown[] = []
  for (const key of Object.keys(source)) result.push(make(key, isElement(source, key) ? yield read(source, key, site) : source[key as never]))
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

function* collectedEntries(source: unknown, site: number): Twin {
  return Object.fromEntries((yield collect(source, site)) as [PropertyKey, unknown][])
}

/** Native iterators see additions during the walk, as `forEach` does. */
function* forEachEntry(this: Map<unknown, unknown> | Set<unknown>, site: number, callback: Callable, receiver: unknown): Twin {
  checkCallable(callback)
  const iterator = this instanceof Map ? this.entries() : Set.prototype.entries.call(this)
  for (const [key, value] of iterator) if (callWith(receiver, callback, site, [value, key, this]) === SUSPEND) yield pending.value
  return undefined
}
