/** Methods of arrays whose callbacks may suspend, and array methods that are applied to shared typed arrays. */
import type { HeddleError } from '../../../../base/errors.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { call2, call3, type Callable, isConstructor } from '../calls/calls.ts'
import {
  armBuiltin,
  type BuiltinTwin,
  checkCallable,
  checkComparison,
  type List,
  relative,
  takesCode,
  toLength,
} from './callbacks.ts'
import { isElement, isSharedArray, read, write } from '../elements/elements.ts'
import { type Put, putEach, putList } from './collecting.ts'
import { isNativelyIterable, iteratorMethod } from './iteration.ts'
import { isDirectCode } from '../gated/direct-code.ts'
import { refuseHanded } from '../natives/handed.ts'
import { locationOf, refuseBuiltin } from '../refusals.ts'
import { callingBack, has, searchMethods } from './search-methods.ts'
import { makeArray } from './species.ts'
import { insertionSorted } from './sorting.ts'
import { sharedIterator } from './shared-iterators.ts'
import { done, pending, SUSPEND, type Twin } from '../calls/suspension.ts'
import { setArmed } from '../calls/twins.ts'

const nativeFlatMap = Array.prototype.flatMap as unknown as Callable
const nativeFrom = Array.from as unknown as Callable

function define(list: List, index: number, value: unknown): void {
  Object.defineProperty(list, index, { value, writable: true, enumerable: true, configurable: true })
}

function* map(this: List, site: number, callback: Callable, receiver: unknown): Twin {
  const list = Object(this) as List
  const length = toLength(list.length)
  checkCallable(callback)
  const result = makeArray(list, length)
  for (let i = 0; i < length; i++) {
    if (!has(list, i)) continue
    let value = call3(receiver, callback, isElement(list, i) ? yield read(list, i, site) : list[i], i, list, site)
    if (value === SUSPEND) value = yield pending.value
    define(result, i, value)
  }
  return result
}

function* filter(this: List, site: number, callback: Callable, receiver: unknown): Twin {
  const list = Object(this) as List
  const length = toLength(list.length)
  checkCallable(callback)
  const result = makeArray(list, 0)
  let to = 0
  for (let i = 0; i < length; i++) {
    if (!has(list, i)) continue
    const value = isElement(list, i) ? yield read(list, i, site) : list[i]
    let keep = call3(receiver, callback, value, i, list, site)
    if (keep === SUSPEND) keep = yield pending.value
    if (keep) define(result, to++, value)
  }
  return result
}

function* flatMap(this: List, site: number, callback: Callable, receiver: unknown): Twin {
  const list = Object(this) as List
  const length = toLength(list.length)
  checkCallable(callback, nativeFlatMap)
  const result = makeArray(list, 0)
  let to = 0
  for (let i = 0; i < length; i++) {
    if (!has(list, i)) continue
    let value = call3(receiver, callback, isElement(list, i) ? yield read(list, i, site) : list[i], i, list, site)
    if (value === SUSPEND) value = yield pending.value
    if (Array.isArray(value))
      for (let j = 0; j < value.length; j++) {
        if (j in value) define(result, to++, value[j])
      }
    else define(result, to++, value)
  }
  return result
}

function* slice(this: List, site: number, start: unknown, end: unknown): Twin {
  const length = toLength(this.length)
  const result: unknown[] = []
  const first = relative(start, length, 0)
  const last = relative(end, length, length)
  for (let i = first; i < last; i++) result.push(isElement(this, i) ? yield read(this, i, site) : this[i])
  return result
}

function textually(a: unknown, b: unknown): number {
  const [x, y] = [String(a), String(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

/** Holes go last, undefined before them, and neither is compared. */
function* sort(this: List, site: number, compare: Callable | undefined): Twin {
  checkComparison(compare)
  const list = Object(this) as List
  const length = toLength(list.length)
  if (length < 2) return list
  const values: unknown[] = []
  for (let i = 0; i < length; i++) {
    if (has(list, i)) values.push(isElement(list, i) ? yield read(list, i, site) : list[i])
  }
  const order = (yield arranged(values, compare, site)) as unknown[]
  for (const [i, value] of order.entries()) {
    if (isElement(list, i)) yield write(list, i, value, site)
    else list[i] = value
  }
  for (let i = order.length; i < length; i++) delete list[i]
  return list
}

function* arranged(values: unknown[], compare: Callable | undefined, site: number): Twin {
  const defined = values.filter((value) => value !== undefined)
  const order = (yield insertionSorted(defined, { callback: compare, ordinary: textually, site })) as unknown[]
  return [...order, ...new Array<undefined>(values.length - defined.length).fill(undefined)]
}

function* toSorted(this: List, site: number, compare: Callable | undefined): Twin {
  checkComparison(compare)
  const values: unknown[] = []
  const length = toLength(this.length)
  for (let i = 0; i < length; i++) values.push(isElement(this, i) ? yield read(this, i, site) : this[i])
  return yield arranged(values, compare, site)
}

/** `Array.from(source, callback, receiver)`: each value is mapped before the next one is asked for. */
function* from(this: unknown, site: number, source: unknown, callback: Callable | undefined, receiver: unknown): Twin {
  if (callback !== undefined) checkCallable(callback)
  const method = iteratorMethod(source, nativeFrom)
  const type = isConstructor(this) ? this : Array
  let result: List
  const put: Put = function* (value, i) {
    let mapped = callback === undefined ? value : call2(receiver, callback, value, i, site)
    if (mapped === SUSPEND) mapped = yield pending.value
    define(result, i, mapped)
    return undefined
  }
  if (method === undefined) {
    const list = Object(source) as List
    const length = toLength(list.length)
    result = Reflect.construct(type, [length]) as List
    yield putList(list, length, site, put)
    result.length = length
  } else {
    result = Reflect.construct(type, []) as List
    result.length = (yield putEach(source, site, put, method)) as number
  }
  return result
}

const own: Record<string, BuiltinTwin> = {
  map: map as never,
  filter: filter as never,
  flatMap: flatMap as never,
  sort: sort as never,
  toSorted: toSorted as never,
  slice: slice as never,
}
const withCallback = new Set([...callingBack, 'map', 'filter', 'flatMap', 'sort', 'toSorted'])

/** Natively, comparisons come in another order. */
const sorting = new Set(['sort', 'toSorted'])

/** The methods of typed arrays do the same for these. */
const inPlace = ['fill', 'reverse', 'copyWithin', 'toReversed', 'with'] as const

/** Typed arrays have nothing like these, which read elements before they fail, if they do. */
const unmodelled = ['flat', 'splice', 'toSpliced'] as const

const withoutAccess = new Set(['constructor', 'keys'])
const arrayMethods = new Set<unknown>()

export function installArrayMethods(): void {
  const prototype = Array.prototype as unknown as Record<string, Callable>
  for (const [name, twin] of Object.entries({ ...searchMethods, ...own })) {
    const method = prototype[name]
    if (method === undefined) continue
    armBuiltin(
      method,
      twin,
      (receiver, args) =>
        receiver !== undefined &&
        receiver !== null &&
        (isSharedArray(receiver) ||
          (withCallback.has(name) && takesCode(args)) ||
          (sorting.has(name) && isDirectCode(args[0]))),
    )
  }
  for (const name of inPlace) delegateToTypedArray(prototype[name], name)
  for (const name of unmodelled) refuseViews(prototype[name], (_, at) => refuseHanded(`Array.prototype.${name}`, at))
  for (const name of ['values', 'entries'] as const) {
    setArmed(prototype[name]!, function () {
      return isSharedArray(this) ? done(sharedIterator(this, name)) : undefined
    })
  }
  armBuiltin(
    Array.from,
    from as never,
    (_, [source, ...rest]) =>
      source !== null &&
      source !== undefined &&
      (takesCode(rest) || isSharedArray(source) || !isNativelyIterable(source)),
  )
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (!withoutAccess.has(name)) arrayMethods.add(prototype[name])
  }
}

function delegateToTypedArray(method: Callable | undefined, name: string): void {
  refuseViews(method, (count, at) =>
    refuseBuiltin(
      `\`Array.prototype.${name}\` applied to a shared typed array`,
      `call the typed array's own \`${name}\`, with ${count} arguments`,
      at,
    ),
  )
}

function refuseViews(
  method: Callable | undefined,
  refusal: (count: number, at: string | undefined) => HeddleError,
): void {
  if (method === undefined) return
  setArmed(method, function (...args) {
    if (!isSharedArray(this)) return undefined
    throw refusal(args.length, locationOf(running.callSite))
  })
}

/**
 * These are not replaced, which would slow down every loop over an array: applied to a view, they access it natively.
 */
export const isArrayMethod = (callee: unknown): boolean => arrayMethods.has(callee)
