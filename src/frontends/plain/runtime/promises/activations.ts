/**
 * Async functions inside explored threads. The twin of one is a generator that yields what it awaits; what it suspends
 * on besides is marked, as in generators of the program. It runs as a part of whoever calls it, up to its first `await`,
 * and goes on as a job of the thread.
 */
import { running } from '../../../../program/context/execution-context.ts'
import { refuse } from '../../../../program/operations/operation.ts'
import { native, wasSuspended } from '../calls/generators.ts'
import { drive, type Twin } from '../calls/suspension.ts'
import { setTwin, noteOriginal, withName } from '../calls/twins.ts'
import type { Callable } from '../calls/calls.ts'
import { locationOf } from '../refusals.ts'
import { rethrowOurs } from './agent.ts'
import { resolve, resolved } from './owned-promises.ts'
import { newPromise, type PromiseRecord, react, reject } from './promise-records.ts'

const { apply } = Reflect

type Body = (this: unknown, ...args: unknown[]) => Twin

/** What an async function yields to wait for a value. */
export class Awaiting {
  readonly value: unknown
  readonly site: number

  constructor(value: unknown, site: number) {
    this.value = value
    this.site = site
  }
}

export const awaiting = (value: unknown, site: number): Awaiting => new Awaiting(value, site)

/** How code that awaits goes on, and what is to become of how it ends. */
export interface Awaiter {
  readonly body: Twin
  /** Where it says at which `await` it is. */
  readonly record: PromiseRecord | null
  returned(value: unknown): Twin | undefined
  threw(error: unknown): Twin | undefined
  /** It yielded something else than what it awaits. */
  yielded(value: unknown): Twin | undefined
}

/** Runs the body to its next `await` or `yield`, or to its end. */
export function* advance(awaiter: Awaiter, method: 'next' | 'throw' | 'return', value: unknown): Twin {
  const { body } = awaiter
  let result: IteratorResult<unknown, unknown>
  try {
    result = native[method].call(body, value)
    while (wasSuspended()) {
      let received: unknown
      let isError = false
      try {
        received = yield result.value
      } catch (error) {
        received = error
        isError = true
      }
      result = isError ? native.throw.call(body, received) : native.next.call(body, received)
    }
  } catch (error) {
    rethrowOurs(error)
    const last = awaiter.threw(error)
    return last === undefined ? undefined : yield last
  }
  if (result.done !== true && result.value instanceof Awaiting) return yield* awaitValue(awaiter, result.value)
  const after = result.done === true ? awaiter.returned(result.value) : awaiter.yielded(result.value)
  return after === undefined ? undefined : yield after
}

/** ECMAScript, Await. */
function* awaitValue(awaiter: Awaiter, { value, site }: Awaiting): Twin {
  let awaited: PromiseRecord
  try {
    awaited = resolved(value, site)
  } catch (error) {
    rethrowOurs(error)
    return yield* advance(awaiter, 'throw', error)
  }
  const { record } = awaiter
  if (record !== null) {
    record.at = site
    record.awaited = awaited
  }
  react(awaited, {
    job: (isRejected, settled) => () => {
      if (record !== null) record.awaited = null
      return advance(awaiter, isRejected ? 'throw' : 'next', settled)
    },
  })
  return undefined
}

/** A call of an async function: evaluates to its promise. */
function* activated(body: Body, receiver: unknown, args: unknown[]): Twin {
  const { promise, record } = newPromise()
  let generator: Twin
  try {
    generator = apply(body, receiver, args) as Twin
  } catch (error) {
    rethrowOurs(error)
    reject(record, error)
    return promise
  }
  const awaiter: Awaiter = {
    body: generator,
    record,
    returned: (value) => void resolve(promise, record, value),
    threw: (error) => void reject(record, error),
    yielded: unexpected,
  }
  yield* advance(awaiter, 'next', undefined)
  return promise
}

const unexpected = (): never => {
  throw new TypeError('an async function yielded')
}

export function asyncTwin<F extends Callable>(plain: F, body: Body, name?: string): F {
  setTwin(plain, function (...args) {
    return activated(body, this, args)
  })
  noteOriginal(body, plain)
  return name === undefined ? plain : withName(plain, name)
}

const AsyncFunction = Object.getPrototypeOf(async () => {
  /* only its prototype is wanted */
}) as object

export const isAsyncFunction = (value: object): boolean => Object.getPrototypeOf(value) === AsyncFunction

/** An async function that is made inside a twin, whose plain form runs the twin. */
export function asyncStub(body: Body, name: PropertyKey, length: number): Callable {
  const { plain } = {
    plain(this: unknown, ...args: unknown[]): unknown {
      if (!running.explored) throw refuse('an async function that a thread has made is called outside of threads')
      return drive(activated(body, this, args))
    },
  }
  Object.setPrototypeOf(plain, AsyncFunction)
  Object.defineProperty(plain, 'length', { value: length, configurable: true })
  asyncTwin(plain as Callable, body)
  return withName(plain as Callable, typeof name === 'symbol' ? `[${name.description ?? ''}]` : String(name))
}

/**
 * The plain form of an async function, of which the engine would run the rest when no thread runs any more. True if it
 * is refused: what it would throw is a rejection, which nobody handles.
 */
export function entersAsync(site: number): boolean {
  if (!running.explored) return false
  refuse(
    'an async function is called inside a thread by a builtin that cannot be suspended: call it from the program',
    locationOf(site),
  )
  return true
}
