/** Methods of arrays whose callbacks may suspend, and array methods that are applied to shared typed arrays. */
import { call2, call3, type Callable } from './calls.ts'
import {
  armBuiltin, type BuiltinTwin, checkCallable, checkComparison, type List, relative, takesCode, toLength,
} from './callbacks.ts'
import { isElement, isSharedArray, read, write } from './elements.ts'
import { fail, isNativelyIterable, type Iteration, open } from './iteration.ts'
import { isDirectCode } from './direct-code.ts'
import { refuseBuiltin } from './refusals.ts'
import { callingBack, has, searchMethods } from './search-methods.ts'
import { insertionSorted } from './sorting.ts'
import { sharedIterator } from './shared-iterators.ts'
import { done, pending, SUSPEND, type Twin } from './suspension.ts'
import { setArmed } from './twins.ts'

/** ArraySpeciesCreate. */
function species(list: List, length: number): List {
  if (!Array.isArray(list)) return new Array(length) as List
  const { constructor } = list as { constructor: unknown }
  const type = constructor !== null && typeof constructor === 'object' || typeof constructor === 'function'
    ? (constructor as { [Symbol.species]?: new (length: number) => List })[Symbol.species] : undefined
  return type === undefined || type === null ? (new Array(length) as List) : new type(length)
}

function put(list: List, index: number, value: unknown): void {
  Object.defineProperty(list, index, { value, writable: true, enumerable: true, configurable: true })
}

function* map(this: List, site: number, callback: Callable, receiver: unknown): Twin {
  const list = Object(this) as List
  const length = toLength(list.length)
  checkCallable(callback)
  const result = species(list, length)
  for (let i = 0; i < length; i++) {
    if (!has(list, i)) continue
    let value = call3(receiver, callback, isElement(list, i) ? yield read(list, i, site) : list[i], i, list, site)
    if (value === SUSPEND) value = yield pending.value
    put(result, i, value)
  }
  return result
}

function* filter(this: List, site: number, callback: Callable, receiver: unknown): Twin {
  const list = Object(this) as List
  const length = toLength(list.length)
  checkCallable(callback)
  const result = species(list, 0)
  let to = 0
  for (let i = 0; i < length; i++) {
    if (!has(list, i)) continue
    const value = isElement(list, i) ? yield read(list, i, site) : list[i]
    let keep = call3(receiver, callback, value, i, list, site)
    if (keep === SUSPEND) keep = yield pending.value
    if (keep) put(result, to++, value)
  }
  return result
}

function* flatMap(this: List, site: number, callback: Callable, receiver: unknown): Twin {
  const list = Object(this) as List
  const length = toLength(list.length)
  checkCallable(callback)
  const result = species(list, 0)
  let to = 0
  for (let i = 0; i < length; i++) {
    if (!has(list, i)) continue
    let value = call3(receiver, callback, isElement(list, i) ? yield read(list, i, site) : list[i], i, list, site)
    if (value === SUSPEND) value = yield pending.value
    if (Array.isArray(value)) for (let j = 0; j < value.length; j++) { if (j in value) put(result, to++, value[j]) }
    else put(result, to++, value)
  }
  return result
}

function* slice(this: List, site: number, start: unknown, end: unknown): Twin {
  const length = toLength(this.length)
  const result: unknown[] = []
  const last = relative(end, length, length)
  for (let i = relative(start, length, 0); i < last; i++) result.push(isElement(this, i) ? yield read(this, i, site) : this[i])
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
  const isIterable = (source as Partial<Iterable<unknown>>)[Symbol.iterator] != null
  let opened = open(isIterable ? source : Array.from(source as ArrayLike<unknown>), site)
  if (opened === SUSPEND) opened = yield pending.value
  const iteration = opened as Iteration
  const result = (typeof this === 'function' && this !== Array ? Reflect.construct(this, []) : []) as List
  try {
    let i = 0
    for (; ; i++) {
      let next = iteration.step()
      if (next === SUSPEND) next = yield pending.value
      if (!iteration.moved(next)) break
      let value: unknown = callback === undefined ? iteration.value : call2(receiver, callback, iteration.value, i, site)
      if (value === SUSPEND) value = yield pending.value
      put(result, i, value)
    }
    result.length = i
    return result
  } catch (error) {
    yield fail([iteration])
    throw error
  }
}

const own: Record<string, BuiltinTwin> = { map: map as never, filter: filter as never, flatMap: flatMap as never, sort: sort as never, toSorted: toSorted as never, slice: slice as never }
const withCallback = new Set([...callingBack, 'map', 'filter', 'flatMap', 'sort', 'toSorted'])

/** Natively, comparisons come in another order. */
const sorting = new Set(['sort', 'toSorted'])

/** The methods of typed arrays do the same for these. */
const inPlace = ['fill', 'reverse', 'copyWithin', 'toReversed', 'with'] as const

const withoutAccess = new Set(['constructor', 'keys'])
const arrayMethods = new Set<unknown>()

export function installArrayMethods(): void {
  const prototype = Array.prototype as unknown as Record<string, Callable>
  for (const [name, twin] of Object.entries({ ...searchMethods, ...own })) {
    const method = prototype[name]
    if (method === undefined) continue
    armBuiltin(method, twin, (receiver, args) => isSharedArray(receiver) || (withCallback.has(name) && takesCode(args)) || (sorting.has(name) && isDirectCode(args[0])))
  }
  for (const name of inPlace) delegateToTypedArray(prototype[name]!, name)
  for (const name of ['values', 'entries'] as const) {
    setArmed(prototype[name]!, function () {
      return isSharedArray(this) ? done(sharedIterator(this, name)) : undefined
    })
  }
  armBuiltin(Array.from, from as never, (_, args) => args[0] !== null && args[0] !== undefined && (takesCode(args.slice(1)) || isSharedArray(args[0]) || !isNativelyIterable(args[0])))
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (!withoutAccess.has(name)) arrayMethods.add(prototype[name])
  }
}

function delegateToTypedArray(method: Callable, name: string): void {
  if (method === undefined) return
  setArmed(method, function (...args) {
    if (!isSharedArray(this)) return undefined
    throw refuseBuiltin(`\`Array.prototype.${name}\` applied to a shared typed array`, `call the typed array's own \`${name}\`, with ${args.length} arguments`)
  })
}

/**
 * These are not replaced, which would slow down every loop over an array: applied to a view, they access it natively.
 */
export const isArrayMethod = (callee: unknown): boolean => arrayMethods.has(callee)
