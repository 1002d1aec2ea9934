/** The iteration protocol spelled out, since in a twin any of its calls may suspend. */
import { types } from 'node:util'
import { call0, type Callable, isSuspendable } from '../calls/calls.ts'
import { isSharedArray, isElement, read, type SharedArray } from '../elements/elements.ts'
import { notIterable } from '../messages.ts'
import { isExplored, pending, SUSPEND, suspendOn, type Twin } from '../calls/suspension.ts'

const { isProxy } = types

const Kind = { array: 0, shared: 1, iterator: 2 } as const
type Kind = (typeof Kind)[keyof typeof Kind]

/** What `step` returns when there is nothing more. */
const END = Symbol('heddle.end')

const arrayValues = Array.prototype[Symbol.iterator]
const arrayIterator = Object.getPrototypeOf([][Symbol.iterator]()) as { next: unknown }
const arrayNext = arrayIterator.next

/** One iteration under way. */
export class Iteration {
  readonly kind: Kind
  readonly site: number
  value: unknown = undefined
  /** The iterator has a claim to be closed: it has been started, has not ended and has not failed. */
  isOpen = false
  private source: ArrayLike<unknown> | null
  private index = 0
  readonly iterator: (Iterator<unknown> & { return?: unknown }) | null
  private readonly next: Callable | null
  private ended = false

  constructor(kind: Kind, source: unknown, site: number) {
    this.kind = kind
    this.site = site
    this.source = kind === Kind.iterator ? null : (source as ArrayLike<unknown>)
    this.iterator = kind === Kind.iterator ? (source as Iterator<unknown>) : null
    this.next = kind === Kind.iterator ? ((source as Iterator<unknown>).next as Callable) : null
    this.isOpen = kind === Kind.iterator
  }

  step(): unknown {
    if (this.ended) return END
    if (this.kind === Kind.iterator) {
      this.isOpen = false // an iterator that throws is not closed
      return call0(this.iterator, this.next!, this.site)
    }
    const { source, index } = this
    if (index >= source!.length) return END
    this.index++
    if (this.kind === Kind.array) {
      this.value = source![index]
      return true
    }
    return isElement(source, index) ? suspendOn(read(source as never, index, this.site)) : source![index]
  }

  /** Takes what a step came to; false at the end. */
  moved(result: unknown): boolean {
    if (result === END) return this.end()
    if (this.kind === Kind.array) return true
    if (this.kind === Kind.shared) {
      this.value = result
      return true
    }
    if (!isObject(result)) throw new TypeError(`Iterator result ${String(result)} is not an object`)
    if ((result as IteratorResult<unknown>).done) return this.end()
    this.value = (result as IteratorResult<unknown>).value
    this.isOpen = true
    return true
  }

  private end(): false {
    this.ended = true
    this.isOpen = false
    return false
  }
}

const isObject = (value: unknown): boolean =>
  value !== null && (typeof value === 'object' || typeof value === 'function')

export function open(source: unknown, site: number): unknown {
  const kind = nativeKind(source)
  if (kind !== null) return new Iteration(kind, source, site)
  const method = (source as Iterable<unknown> | null | undefined)?.[Symbol.iterator] as Callable | undefined
  if (typeof method !== 'function') throw notIterable(source, site)
  return openBy(method, source, site)
}

/** By a method for iteration that the source was asked for already. */
export function openBy(method: Callable, source: unknown, site: number): unknown {
  const kind = kindBy(method, source)
  if (kind !== null) return new Iteration(kind, source, site)
  const iterator = call0(source, method, site)
  if (iterator === SUSPEND) return suspendOn(opened(pending.value, site))
  return iterationOf(iterator, site)
}

function* opened(suspension: unknown, site: number): Twin {
  return iterationOf(yield suspension, site)
}

function iterationOf(iterator: unknown, site: number): Iteration {
  return new Iteration(Kind.iterator, checkedIterator(iterator), site)
}

/** Of the first argument of a builtin that also takes what has a length; the builtin complains of what is no method. */
export function iteratorMethod(source: unknown, builtin: Callable): Callable | undefined {
  const method = (source as Partial<Iterable<unknown>>)[Symbol.iterator] as Callable | null | undefined
  if (method === undefined || method === null) return undefined
  if (typeof method !== 'function') Reflect.apply(builtin, Array, [{ [Symbol.iterator]: method }])
  return method
}

/** What a method for iteration has returned. */
export function checkedIterator(iterator: unknown): unknown {
  if (!isObject(iterator)) throw new TypeError('Result of the Symbol.iterator method is not an object')
  return iterator
}

/** Found out without running any code of the program: what is asked how it is iterated is asked once. */
function nativeKind(source: unknown): Kind | null {
  if (!Array.isArray(source) && !isSharedArray(source)) return null
  return isProxy(source) ? null : kindBy(unaskedMethod(source), source)
}

/** Arrays are walked by index as long as nobody has changed how arrays are iterated. */
function kindBy(method: unknown, source: unknown): Kind | null {
  if (Array.isArray(source)) return method === arrayValues && arrayIterator.next === arrayNext ? Kind.array : null
  return method === sharedValues.current && isSharedArray(source) && isExplored() ? Kind.shared : null
}

/** The iterator method of typed arrays, once it is patched. */
export const sharedValues = { current: undefined as unknown }

export const step = (iteration: Iteration): unknown => iteration.step()
export const moved = (iteration: Iteration, result: unknown): boolean => iteration.moved(result)

/** In destructuring, an ended iterator gives undefined. */
export function valueOf(iteration: Iteration, result: unknown): unknown {
  return iteration.moved(result) ? iteration.value : undefined
}

const nothingToClose = {}

/** Closes the iterator if it still is open; the result is to be given to `closed`. */
export function close(iteration: Iteration): unknown {
  if (!iteration.isOpen) return nothingToClose
  iteration.isOpen = false
  const method = iteration.iterator!.return as Callable | undefined | null
  return method === undefined || method === null ? nothingToClose : call0(iteration.iterator, method, iteration.site)
}

export function closed(result: unknown): void {
  if (!isObject(result)) throw new TypeError(`Iterator result ${String(result)} is not an object`)
}

/** Something else failed: the iterators are closed, and what goes wrong in that does not count. */
export function* fail(iterations: Iteration[]): Twin {
  while (iterations.length > 0) {
    try {
      if (close(iterations.pop()!) === SUSPEND) yield pending.value
    } catch {
      // The first error is the one to report.
    }
  }
  return undefined
}

/** A generator returns in the middle of a destructuring: what goes wrong in closing the iterators replaces that. */
export function* leave(iterations: Iteration[]): Twin {
  while (iterations.length > 0) {
    try {
      const result = close(iterations.pop()!)
      closed(result === SUSPEND ? yield pending.value : result)
    } catch (error) {
      yield fail(iterations)
      throw error
    }
  }
  return undefined
}

/** `[...rest]` of a pattern. */
export function remaining(iteration: Iteration): unknown {
  return suspendOn(collected(iteration))
}

function* collected(iteration: Iteration): Twin {
  const values: unknown[] = []
  for (;;) {
    let result = iteration.step()
    if (result === SUSPEND) result = yield pending.value
    if (!iteration.moved(result)) return values
    values.push(iteration.value)
  }
}

/** All values of an iterable, in a twin; `method`: that of the source, if it is known. */
export function* collect(source: unknown, site: number, method?: Callable): Twin {
  let iteration = method === undefined ? open(source, site) : openBy(method, source, site)
  if (iteration === SUSPEND) iteration = yield pending.value
  return yield collected(iteration as Iteration)
}

/** `...source` in an array or in arguments: what can be spread natively instead, or a suspension that collects it. */
export function spread(source: unknown, site: number): unknown {
  if (isSpreadNatively(source)) return source
  const iteration = open(source, site)
  return suspendOn(iteration === SUSPEND ? collectedFrom(pending.value) : collected(iteration as Iteration))
}

/** What has nothing of the program's that would see it asked twice how it is iterated. */
function isSpreadNatively(source: unknown): boolean {
  return typeof source === 'string' || (Array.isArray(source) && nativeKind(source) === Kind.array)
}

function* collectedFrom(opening: unknown): Twin {
  return yield collected((yield opening) as Iteration)
}

/** What is iterated natively, if it can be: its method is asked for once. */
export function iterable(source: unknown, site: number): unknown {
  if (isSpreadNatively(source)) return source
  const method = (source as Iterable<unknown> | null | undefined)?.[Symbol.iterator] as Callable | undefined
  if (typeof method !== 'function') throw notIterable(source, site)
  return { [Symbol.iterator]: () => Reflect.apply(method, source, []) as unknown }
}

/** Whether iterating runs no code of the program and reads nothing shared. */
export function isNativelyIterable(source: unknown): boolean {
  if (Array.isArray(source)) return nativeKind(source) === Kind.array
  if (typeof source === 'string') return true
  if (!isObject(source)) return true // fails natively
  const method = unaskedMethod(source as object)
  if (method === undefined || method === null) return true
  if (isSharedArray(source as SharedArray) && isExplored()) return false
  if (!nativeIterators.has(method)) return false
  return method !== returnsItself || !isSuspendable((source as Iterator<unknown>).next)
}

/** The method for iteration, found without running any code of the program; false where only that could tell. */
export function unaskedMethod(source: object): unknown {
  for (let at: object | null = source; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    if (isProxy(at)) return false
    const found = Object.getOwnPropertyDescriptor(at, Symbol.iterator)
    if (found !== undefined) return 'value' in found ? (found.value as unknown) : false
  }
  return undefined
}

const returnsItself = Object.getPrototypeOf(arrayIterator)[Symbol.iterator] as unknown
const typedArrayValues = (Object.getPrototypeOf(Int8Array.prototype) as Int8Array)[Symbol.iterator]
export const nativeIterators = new Set<unknown>([
  returnsItself,
  arrayValues,
  typedArrayValues,
  Map.prototype[Symbol.iterator],
  Set.prototype[Symbol.iterator],
  String.prototype[Symbol.iterator],
])
