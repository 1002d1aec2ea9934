/**
 * Generators of the program inside explored threads. Their objects are real generators, made from the twin of the generator
 * function; the twin's own yields are values, and its suspensions are marked just before they are yielded.
 */
import type { Arm, Callable } from './calls.ts'
import { call0, call1 } from './calls.ts'
import { closed } from './iteration.ts'
import { done, drive, SUSPEND, pending, suspendOn, type Twin } from './suspension.ts'
import { setArmed } from './twins.ts'

const native = Object.getPrototypeOf(Object.getPrototypeOf((function* () { /* only its prototype is wanted */ })())) as Record<Method, NativeMethod>
type Method = 'next' | 'return' | 'throw'
type NativeMethod = (this: Twin, value?: unknown) => IteratorResult<unknown, unknown>

const state = {
  /** The last thing that a suspendable generator yielded is a suspension. */
  suspended: false,
  /** What `return` was called with last: a `finally` block cannot see it. */
  returned: undefined as unknown,
}

export function mark<T>(suspension: T): T {
  state.suspended = true
  return suspension
}

function resume(generator: Twin, method: Method, value: unknown): unknown {
  if (method === 'return') state.returned = value
  const result = native[method].call(generator, value)
  return state.suspended ? suspendOn(continued(generator, result)) : result
}

/** Passes the suspensions of a generator on to the engine, until it yields a value or ends. */
function* continued(generator: Twin, result: IteratorResult<unknown, unknown>): Twin {
  while (state.suspended) {
    state.suspended = false
    let value: unknown
    try {
      value = yield result.value
    } catch (error) {
      result = native.throw.call(generator, error)
      continue
    }
    result = native.next.call(generator, value)
  }
  return result
}

function method(name: Method): PropertyDescriptor {
  const plain = { [name](this: Twin, value?: unknown) {
    const result = resume(this, name, value)
    return result === SUSPEND ? drive(pending.value as Twin) : result
  } }[name]!
  const arm: Arm = function (value) {
    const result = resume(this as Twin, name, value)
    return result === SUSPEND ? SUSPEND : done(result)
  }
  setArmed(plain, arm)
  return { value: plain, writable: true, configurable: true }
}

const methods: PropertyDescriptorMap = { next: method('next'), return: method('return'), throw: method('throw') }

/** What calling a generator function makes. Its prototype is the function's, with methods that know about suspensions. */
export function suspendableGenerator(plain: Callable, twin: Callable, receiver: unknown, args: unknown[]): unknown {
  const prototype = plain.prototype as object
  if (Object.getPrototypeOf(twin.prototype) !== prototype) twin.prototype = Object.create(prototype, methods)
  return Reflect.apply(twin, receiver, args)
}

/** `yield*` of a suspendable generator (ECMAScript, 15.5.5): the inner iterator may suspend as well. */
export function* delegate(iterable: Iterable<unknown>, site: number): Twin {
  const iterator = (yield* settled(call0(iterable, iterable[Symbol.iterator] as Callable, site))) as Iterator<unknown> & Record<Method, Callable | undefined>
  const next = iterator.next as Callable
  let how: Method = 'next'
  let value: unknown
  for (;;) {
    const result = (yield* forward(iterator, next, how, value, site)) as IteratorResult<unknown> | typeof RETURN
    if (result === RETURN) return value
    if (result.done === true) {
      if (how === 'return') return (state.returned = result.value)
      return result.value
    }
    const received: { how: Method; value: unknown } = { how: 'return', value: undefined }
    try {
      received.value = yield result.value
      received.how = 'next'
    } catch (error) {
      received.value = error
      received.how = 'throw'
    } finally {
      // A `return` request ends here with the completion under way, unless the inner iterator goes on.
      if (received.how === 'return') return yield* returning(iterator, site)
    }
    ;({ how, value } = received)
  }
}

const RETURN = Symbol('return')

/** Suspends this generator until a helper's result is there. */
function* settled(result: unknown): Twin {
  return result === SUSPEND ? yield mark(pending.value) : result
}

function* forward(iterator: Record<Method, Callable | undefined>, next: Callable, how: Method, value: unknown, site: number): Twin {
  if (how === 'next') return checked(yield* settled(call1(iterator, next, value, site)))
  const method = iterator.throw
  if (method !== undefined && method !== null) return checked(yield* settled(call1(iterator, method, value, site)))
  const close = iterator.return
  if (close !== undefined && close !== null) closed(yield* settled(call0(iterator, close, site)))
  throw new TypeError('The iterator does not provide a \'throw\' method')
}

function* returning(iterator: Record<Method, Callable | undefined>, site: number): Twin {
  for (;;) {
    const method = iterator.return
    if (method === undefined || method === null) return state.returned
    const result = checked(yield* settled(call1(iterator, method, state.returned, site)))
    if (result.done === true) return (state.returned = result.value)
    let goesOn = false
    try {
      yield result.value
      goesOn = true
    } finally {
      if (!goesOn) continue // eslint-disable-line no-unsafe-finally -- another `return` request: ask the inner iterator again
    }
    return yield* resumed(iterator, site)
  }
}

/** The inner iterator refused to end; from here on it is an ordinary delegation again. */
function* resumed(iterator: Record<Method, Callable | undefined>, site: number): Twin {
  return yield* delegate({ [Symbol.iterator]: () => iterator } as never, site)
}

function checked(result: unknown): IteratorResult<unknown> {
  closed(result)
  return result as IteratorResult<unknown>
}
