/** `for await` and the like: asynchronous iteration (ECMAScript, 7.4 and 27.1.4), by delegation from code that awaits. */
import { refuse } from '../../../../program/operations/operation.ts'
import { type Callable, callWith } from '../calls/calls.ts'
import { mark } from '../calls/generators.ts'
import { pending, SUSPEND, type Twin } from '../calls/suspension.ts'
import { checkedIterator, closed } from '../builtins/iteration.ts'
import { notIterable } from '../messages.ts'
import { locationOf } from '../refusals.ts'
import { Awaiting } from './activations.ts'
import { rethrowOurs } from './agent.ts'
import { called, ownCapability, resolved, suspendable } from './owned-promises.ts'
import { react } from './promise-records.ts'

type AsyncIteratorObject = { readonly [name in 'next' | 'return' | 'throw']?: Callable | null }

/** One iteration under way. What its methods return is a promise, usually. */
export class AsyncIteration {
  readonly iterator: AsyncIteratorObject
  readonly next: unknown
  readonly site: number
  value: unknown = undefined
  /** The iterator has a claim to be closed. */
  isOpen = false

  constructor(iterator: AsyncIteratorObject, site: number) {
    this.iterator = iterator
    this.next = iterator.next
    this.site = site
  }
}

/** A call by code that awaits, which delegates to this: what it suspends on is marked. */
export function* invoked(receiver: unknown, callee: unknown, args: unknown[], site: number): Twin {
  const result = callWith(receiver, callee as Callable, site, args)
  return result === SUSPEND ? yield mark(pending.value) : result
}

/** GetIterator(source, async). */
export function* openAsync(source: unknown, site: number): Generator<unknown, AsyncIteration, unknown> {
  const methods = source as { [Symbol.asyncIterator]?: unknown; [Symbol.iterator]?: unknown } | null | undefined
  const method = methods?.[Symbol.asyncIterator]
  if (method !== undefined && method !== null) {
    if (typeof method !== 'function') throw notIterable(source, site)
    const iterator = yield* invoked(source, method, [], site)
    if (!isObject(iterator)) throw new TypeError('Result of the Symbol.asyncIterator method is not an object')
    return new AsyncIteration(iterator as AsyncIteratorObject, site)
  }
  const sync = methods?.[Symbol.iterator]
  if (typeof sync !== 'function') throw notIterable(source, site)
  const iterator = checkedIterator(yield* invoked(source, sync, [], site)) as AsyncIteratorObject
  return new AsyncIteration(fromSync(iterator, site), site)
}

/** Takes one step; false at the end. */
export function* stepAsync(iteration: AsyncIteration): Generator<unknown, boolean, unknown> {
  const { iterator, next, site } = iteration
  iteration.isOpen = false // an iterator that fails is not closed
  const result = yield new Awaiting(yield* invoked(iterator, next, [], site), site)
  closed(result)
  if ((result as IteratorResult<unknown>).done) return false
  iteration.value = (result as IteratorResult<unknown>).value
  iteration.isOpen = true
  return true
}

/** AsyncIteratorClose, for a completion that is no error. */
export function* closeAsync(iteration: AsyncIteration): Twin {
  const { iterator, site } = iteration
  iteration.isOpen = false
  const { return: method } = iterator
  if (method === undefined || method === null) return undefined
  closed(yield new Awaiting(yield* invoked(iterator, method, [], site), site))
  return undefined
}

/** Something else failed: what goes wrong in closing does not count. */
export function* failAsync(iteration: AsyncIteration): Twin {
  if (!iteration.isOpen) return undefined
  try {
    yield* closeAsync(iteration)
  } catch (error) {
    rethrowOurs(error)
  }
  return undefined
}

/** CreateAsyncFromSyncIterator. */
function fromSync(sync: AsyncIteratorObject, site: number): AsyncIteratorObject {
  const { next } = sync
  return {
    next: suspendable((value) => continued(() => called(sync, next, [value], site), sync, site)),
    return: suspendable((value) => ended(sync, sync.return, value, site, () => ({ value, done: true }))),
    throw: suspendable((value) =>
      ended(sync, sync.throw, value, site, () => {
        throw refuse(
          'something is thrown into a synchronous iterator that has no method `throw`: what comes of that is not the same in all ' +
            'versions of Node',
          locationOf(site),
        )
      }),
    ),
  }
}

function* ended(
  sync: AsyncIteratorObject,
  method: Callable | null | undefined,
  value: unknown,
  site: number,
  otherwise: () => unknown,
): Twin {
  if (method !== undefined && method !== null)
    return yield* continued(() => called(sync, method, [value], site), null, site)
  const { promise, resolve, reject } = ownCapability()
  try {
    resolve(otherwise())
  } catch (error) {
    rethrowOurs(error)
    reject(error)
  }
  return promise
}

/** AsyncFromSyncIteratorContinuation. `closes`: what is to be closed where a value is rejected. */
function* continued(call: () => Twin, closes: AsyncIteratorObject | null, site: number): Twin {
  const { promise, resolve, reject } = ownCapability()
  try {
    const result = (yield* call()) as IteratorResult<unknown>
    closed(result)
    const done = Boolean(result.done)
    const record = resolved(result.value, site)
    react(record, {
      job: (isRejected, value) => () => {
        if (isRejected && !done && typeof closes?.return === 'function') throw refuseRejected(site)
        if (isRejected) reject(value)
        else resolve({ value, done })
        return undefined
      },
    })
  } catch (error) {
    rethrowOurs(error)
    reject(error)
  }
  return promise
}

const refuseRejected = (site: number): Error =>
  refuse(
    'a synchronous iterator gives a promise that is rejected: whether it is closed then is not the same in all versions of Node. ' +
      'Await what it gives in the loop',
    locationOf(site),
  )

const isObject = (value: unknown): boolean =>
  value !== null && (typeof value === 'object' || typeof value === 'function')
