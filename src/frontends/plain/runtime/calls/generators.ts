/**
 * Generators of the program inside explored threads. Their objects are real generators, made from the twin of the
 * generator function; the twin's own yields are values, and its suspensions are marked just before they are yielded.
 */
import type { Arm, Callable } from './calls.ts'
import { call0, call1 } from './calls.ts'
import { checkedIterator, closed } from '../builtins/iteration.ts'
import { notIterable } from '../messages.ts'
import { done, drive, SUSPEND, pending, suspendOn, type Twin } from './suspension.ts'
import { setArmed } from './twins.ts'

export const native = Object.getPrototypeOf(
  Object.getPrototypeOf(
    (function* () {
      /* only its prototype is wanted */
    })(),
  ),
) as Record<Method, NativeMethod>
type Method = 'next' | 'return' | 'throw'
type NativeMethod = (this: Twin, value?: unknown) => IteratorResult<unknown, unknown>

/** As it is before anything is patched. */
const { apply } = Reflect

const state = {
  /** The last thing that a suspendable generator yielded is a suspension. */
  suspended: false,
}

export function mark<T>(suspension: T): T {
  state.suspended = true
  return suspension
}

/** Generators that the program takes to be running, since something in them is suspended. */
const active = new WeakSet<Twin>()

function resume(generator: Twin, method: Method, value: unknown): unknown {
  if (active.has(generator)) throw new TypeError('Generator is already running')
  const result = native[method].call(generator, value)
  return wasSuspended() ? suspendOn(continued(generator, result)) : result
}

export function wasSuspended(): boolean {
  const { suspended } = state
  state.suspended = false
  return suspended
}

/**
 * Asks for the generator to be told once more to return: what it delegates to has agreed to that, after a suspension.
 */
class Returning {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

/** Passes the suspensions of a generator on to the engine, until it yields a value or ends. */
function* continued(generator: Twin, suspension: IteratorResult<unknown, unknown>): Twin {
  let result = suspension
  active.add(generator)
  try {
    do {
      const { value: suspension } = result
      if (suspension instanceof Returning) {
        result = native.return.call(generator, suspension.value)
        continue
      }
      let value: unknown
      let isError = false
      try {
        value = yield suspension
      } catch (error) {
        value = error
        isError = true
      }
      result = isError ? native.throw.call(generator, value) : native.next.call(generator, value)
    } while (wasSuspended())
  } finally {
    active.delete(generator)
  }
  return result
}

function method(name: Method): PropertyDescriptor {
  const plain = {
    [name](this: Twin, value?: unknown) {
      const result = resume(this, name, value)
      return result === SUSPEND ? drive(pending.value as Twin) : result
    },
  }[name]!
  const arm: Arm = function (value) {
    const result = resume(this as Twin, name, value)
    return result === SUSPEND ? SUSPEND : done(result)
  }
  setArmed(plain, arm)
  return { value: plain, writable: true, configurable: true }
}

/** What generators of the program inherit from: methods that know about suspensions. */
const prototype = Object.create(native, {
  next: method('next'),
  return: method('return'),
  throw: method('throw'),
}) as object

/** The function's prototype stays what its generators inherit from. */
export function inheritSuspendable(plain: Callable): void {
  Object.setPrototypeOf(plain.prototype as object, prototype)
}

/** What calling a generator function makes. */
export function suspendableGenerator(plain: Callable, twin: Callable, receiver: unknown, args: unknown[]): unknown {
  const { prototype: own } = plain as { prototype?: unknown }
  const inherited = isObject(own) ? own : prototype
  if (twin.prototype !== inherited) twin.prototype = inherited
  return apply(twin, receiver, args)
}

const isObject = (value: unknown): value is object =>
  value !== null && (typeof value === 'object' || typeof value === 'function')

type Delegate = Iterator<unknown> & { readonly [name in Method]?: Callable | null }

/**
 * What a suspendable generator delegates to in place of an iterator that may suspend (ECMAScript, 15.5.5). Results are
 * passed on as they are. A suspension is yielded like a value; what then comes back is no request of whoever uses the
 * generator, but the outcome of the call.
 */
class Delegation {
  private iterator: Delegate | null = null
  private nextMethod: Callable | null = null
  private awaiting: 'iterator' | 'result' | 'closed' | 'returned' | null = null
  private hasReturned = false
  private readonly iterable: Iterable<unknown>
  private readonly site: number

  constructor(iterable: Iterable<unknown>, site: number) {
    this.iterable = iterable
    this.site = site
  }

  [Symbol.iterator](): this {
    return this
  }

  next(value: unknown): unknown {
    const { awaiting } = this
    if (awaiting !== null) {
      this.awaiting = null
      const result = this.arrived(value, awaiting)
      return awaiting === 'returned' && (result as IteratorResult<unknown>).done
        ? this.returned(result as IteratorResult<unknown>)
        : result
    }
    if (this.iterator === null) return this.open()
    return this.settled(call1(this.iterator, this.nextMethod!, value, this.site), 'result')
  }

  throw(error: unknown): unknown {
    if (this.awaiting !== null) {
      this.awaiting = null
      throw error
    }
    const { throw: method, return: close } = this.iterator!
    if (method !== undefined && method !== null)
      return this.settled(call1(this.iterator, method, error, this.site), 'result')
    if (close === undefined || close === null) return withoutThrow()
    return this.settled(call0(this.iterator, close, this.site), 'closed')
  }

  return(value: unknown): unknown {
    if (this.hasReturned) return { value, done: true }
    const { return: method } = this.iterator!
    if (method === undefined || method === null) return { value, done: true }
    return this.settled(call1(this.iterator, method, value, this.site), 'returned')
  }

  /** To whoever delegates, this is an answer to `next`, after which it would go on. */
  private returned({ value }: IteratorResult<unknown>): unknown {
    this.hasReturned = true
    return { value: mark(new Returning(value)), done: false }
  }

  private open(): unknown {
    const method = (this.iterable as Partial<Iterable<unknown>> | null | undefined)?.[Symbol.iterator] as
      | Callable
      | undefined
    if (typeof method !== 'function') throw notIterable(this.iterable, this.site)
    return this.settled(call0(this.iterable, method, this.site), 'iterator')
  }

  private settled(outcome: unknown, of: NonNullable<Delegation['awaiting']>): unknown {
    if (outcome !== SUSPEND) return this.arrived(outcome, of)
    this.awaiting = of
    return { value: mark(pending.value), done: false }
  }

  private arrived(outcome: unknown, of: NonNullable<Delegation['awaiting']>): unknown {
    if (of === 'iterator') {
      this.iterator = checkedIterator(outcome) as Delegate
      this.nextMethod = this.iterator.next as Callable
      return this.next(undefined)
    }
    closed(outcome)
    return of === 'closed' ? withoutThrow() : outcome
  }
}

function withoutThrow(): never {
  throw new TypeError("The iterator does not provide a 'throw' method.")
}

/** `yield*` of a suspendable generator. */
export function delegate(iterable: Iterable<unknown>, site: number): Delegation {
  return new Delegation(iterable, site)
}
