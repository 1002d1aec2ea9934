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

/** As it is before anything is patched. */
const { apply } = Reflect

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
  return wasSuspended() ? suspendOn(continued(generator, result)) : result
}

function wasSuspended(): boolean {
  const { suspended } = state
  state.suspended = false
  return suspended
}

/** Passes the suspensions of a generator on to the engine, until it yields a value or ends. */
function* continued(generator: Twin, suspension: IteratorResult<unknown, unknown>): Twin {
  let result = suspension
  do {
    let value: unknown
    let isError = false
    try {
      value = yield result.value
    } catch (error) {
      value = error
      isError = true
    }
    result = isError ? native.throw.call(generator, value) : native.next.call(generator, value)
  } while (wasSuspended())
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
  return apply(twin, receiver, args)
}

type Delegate = Iterator<unknown> & { readonly [name in Method]?: Callable | null }

/** `yield*` of a suspendable generator (ECMAScript, 15.5.5): the inner iterator may suspend as well. */
export function* delegate(iterable: Iterable<unknown>, site: number): Twin {
  const iterator = (yield* settled(call0(iterable, iterable[Symbol.iterator] as Callable, site))) as Delegate
  const next = iterator.next as Callable
  let result = checked(yield* settled(call1(iterator, next, undefined, site)))
  while (result.done !== true) {
    let how: Method = 'return'
    let value: unknown
    try {
      value = yield result.value
      how = 'next'
    } catch (error) {
      value = error
      how = 'throw'
    } finally {
      // A `return` request ends this generator, with the value that the inner iterator gives to it.
      if (how === 'return') return yield* returning(iterator, site)
    }
    result = checked(how === 'next' ? yield* settled(call1(iterator, next, value, site)) : yield* throwing(iterator, value, site))
  }
  return result.value
}

/** Suspends this generator until a helper's result is there. */
function* settled(result: unknown): Twin {
  return result === SUSPEND ? yield mark(pending.value) : result
}

function* throwing(iterator: Delegate, error: unknown, site: number): Twin {
  const method = iterator.throw as Callable | null | undefined
  if (method != null) return yield* settled(call1(iterator, method, error, site))
  const close = iterator.return as Callable | null | undefined
  if (close != null) closed(yield* settled(call0(iterator, close, site)))
  throw new TypeError('The iterator does not provide a \'throw\' method')
}

/** An inner iterator that goes on when it is asked to end is asked again whenever someone wants the next value. */
function* returning(iterator: Delegate, site: number): Twin {
  for (;;) {
    const method = iterator.return as Callable | null | undefined
    if (method == null) return state.returned
    const result = checked(yield* settled(call1(iterator, method, state.returned, site)))
    if (result.done === true) return result.value
    yield result.value
  }
}

function checked(result: unknown): IteratorResult<unknown> {
  closed(result)
  return result as IteratorResult<unknown>
}
