/** Builtin constructors that read what they are given: `new Int32Array(view)`, `new Set(iterable)`. */
import { running } from '../../../../program/context/execution-context.ts'
import type { Callable } from '../calls/calls.ts'
import { pass } from '../gated/direct.ts'
import { isSharedArray } from '../elements/elements.ts'
import { constructed, isIntrinsic } from '../promises/owned-promises.ts'
import { checkPermitted } from '../natives/given.ts'
import { checkHanded, holdsShared, refuseHanded } from '../natives/handed.ts'
import { collection, isCollection, isKeyed, mayHaveViewAsEntry } from './collecting.ts'
import { collect, isNativelyIterable } from './iteration.ts'
import { locationOf, refuseAt } from '../refusals.ts'
import { suppliedConstruction } from './supplied.ts'
import { isExplored, isOwned, type Twin } from '../calls/suspension.ts'
import { checkContent, isTypedArrayType, type Maker } from '../elements/typed-array-types.ts'

/** As it is before anything is patched. */
const { construct } = Reflect

/** The construction as a suspendable twin, or undefined when it can be done natively. */
export function construction(type: Function, args: unknown[], site: number, target = type): Twin | undefined {
  if (isIntrinsic(type) && isOwned()) return constructed(args[0], target, site)
  if (args.length === 0) return suppliedConstruction(type, args, site)
  const [source] = args
  if (isTypedArrayType(type)) {
    return isSharedArray(source) || hasCode(source) ? collecting(type, args, site, target) : undefined
  }
  if (!isCollection(type) || source === undefined || source === null) return undefined
  const isNative = isNativelyIterable(source) && !(isKeyed(type) && mayHaveViewAsEntry(source))
  return isNative ? undefined : collection(type, source, target, site)
}

/** An iterable, other than a buffer or another typed array, whose iteration may run code of the program. */
function hasCode(source: unknown): boolean {
  return typeof source === 'object' && source !== null && !ArrayBuffer.isView(source) && !isNativelyIterable(source)
}

function* collecting(type: Maker, args: unknown[], site: number, target: Function): Twin {
  const [source, ...rest] = args
  checkContent(type, source)
  const method = (source as Partial<Iterable<unknown>>)[Symbol.iterator] as Callable | null | undefined
  const content = typeof method === 'function' ? yield collect(source, site, method) : answering(source, method)
  return construct(type, [content, ...rest], target)
}

/** What has been asked how it is iterated is not asked again. */
function answering(source: unknown, method: unknown): object {
  const get = (_: object, key: PropertyKey): unknown =>
    key === Symbol.iterator ? method : (Reflect.get(source as object, key) as unknown)
  return new Proxy({}, { get })
}

/**
 * For `new` in code that passes gates: what the constructor would read in native code is read before. Collections
 * iterate, and iterators pass gates themselves.
 */
export function givenTo<T>(type: unknown, value: T, site: number): unknown {
  if (!isExplored() || !isSharedArray(value) || !isTypedArrayType(type)) return value
  checkContent(type, value)
  return pass(collect(value, site))
}

/** The same with `...` in front, so that what comes first is known only now. */
export function allGivenTo(type: unknown, args: unknown[], site: number): unknown[] {
  return args.length === 0 ? args : [givenTo(type, args[0], site), ...args.slice(1)]
}

/** For `new` in plain bodies. */
export function constructorArguments(type: unknown, args: unknown[], site: number): unknown[] {
  if (running.explored && typeof type === 'function') checkConstruction(type, args, site)
  return args
}

export function checkConstruction(type: Function, args: unknown[], site: number): void {
  if (isSharedArray(args[0]) && isTypedArrayType(type)) throw refuseAt('copying a shared typed array', site)
  if (isKeyed(type) && isExplored() && mayHaveViewAsEntry(args[0]))
    throw refuseAt('an entry that is a shared typed array, or an iterator,', site)
  checkHanded(type as Callable, undefined, args, site)
}

/** `super(…)`: `isHere` tells the class whose constructor calls it, by a private name of that class. */
export function superArguments(
  target: Function,
  isHere: (type: Function) => boolean,
  args: unknown[],
  site: number,
): unknown[] {
  if (!running.explored) return args
  let type: unknown = target
  while (typeof type === 'function' && !isHere(type)) type = Object.getPrototypeOf(type)
  if (typeof type !== 'function') {
    // `Reflect.construct` with a target of another family
    if (args.some((arg) => holdsShared(arg))) throw refuseHanded('super', locationOf(site))
    return args
  }
  if (args.some((arg) => arg instanceof SharedArrayBuffer)) checkPermitted(target)
  const above = Object.getPrototypeOf(type) as unknown
  if (isIntrinsic(above) && isOwned()) throw refuseAt('the construction of a promise by a class of its own', site)
  if (typeof above === 'function') checkConstruction(above, args, site)
  return args
}
