/** Promises inside explored threads: what ECMAScript calls abstract operations on them (27.2.1). */
import { type Callable, callWith, construct as constructing, isConstructor } from '../calls/calls.ts'
import { done, drive, pending, SUSPEND, type Twin } from '../calls/suspension.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { setArmed, setTwin } from '../calls/twins.ts'
import { agentOf, rethrowOurs } from './agent.ts'
import {
  fulfil,
  isPromise,
  type Job,
  NativePromise,
  newPromise,
  type PromiseRecord,
  react,
  recordOf,
  reject,
} from './promise-records.ts'

export const isIntrinsic = (type: unknown): boolean => type === NativePromise

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Calls something of the program, and waits for what it suspends on. */
export function* called(receiver: unknown, callee: unknown, args: unknown[], site: number): Twin {
  const result = callWith(receiver, callee as Callable, site, args)
  return result === SUSPEND ? yield pending.value : result
}

/** Promise Resolve Functions, 27.2.1.3.2. */
export function resolve(promise: object, record: PromiseRecord, value: unknown): void {
  if (value === promise) return reject(record, new TypeError('Chaining cycle detected for promise #<Promise>'))
  if (!isObject(value)) return fulfil(record, value)
  let then: unknown
  try {
    then = (value as { then?: unknown }).then
  } catch (error) {
    rethrowOurs(error)
    return reject(record, error)
  }
  if (typeof then !== 'function') return fulfil(record, value)
  if (isPromise(value)) recordOf(value) // else it is refused, here where the place is known
  agentOf().enqueue(() => following(promise, record, value, then))
}

/** NewPromiseResolveThenableJob. */
function* following(promise: object, record: PromiseRecord, thenable: object, then: unknown): Twin {
  const functions = resolvingFunctions(promise, record)
  try {
    yield* called(thenable, then, [functions.resolve, functions.reject], 0)
  } catch (error) {
    rethrowOurs(error)
    functions.reject(error)
  }
  return undefined
}

export interface ResolvingFunctions {
  readonly resolve: Callable
  readonly reject: Callable
}

/** CreateResolvingFunctions: whichever is called first counts. */
function resolvingFunctions(promise: object, record: PromiseRecord): ResolvingFunctions {
  let isResolved = false
  const once =
    (action: (value: unknown) => void) =>
    (value?: unknown): void => {
      if (isResolved) return
      isResolved = true
      action(value)
    }
  return {
    resolve: builtin(once((value) => resolve(promise, record, value))),
    reject: builtin(once((reason) => reject(record, reason))),
  }
}

/** A function that does what it does at once, whoever calls it with whatever. */
export function builtin(action: (value?: unknown) => unknown): Callable {
  setArmed(action, (value) => done(action(value)))
  Object.defineProperty(action, 'name', { value: '', configurable: true })
  Object.defineProperty(action, 'length', { value: 1, configurable: true })
  return action as Callable
}

/** PromiseCapability. `record` is null where a class of the program's makes the promise. */
export interface Capability extends ResolvingFunctions {
  readonly promise: object
}

export function* capabilityOf(type: unknown, site: number): Generator<unknown, Capability, unknown> {
  if (isIntrinsic(type)) return ownCapability()
  if (!isConstructor(type)) throw new TypeError(`${String(type)} is not a constructor`)
  const found: { resolve?: unknown; reject?: unknown } = {}
  const executor = (resolve?: unknown, reject?: unknown): void => {
    if (found.resolve !== undefined || found.reject !== undefined)
      throw new TypeError('Promise executor has already been invoked with non-undefined arguments')
    found.resolve = resolve
    found.reject = reject
  }
  setArmed(executor, (...functions) => done(executor(...functions)))
  const made = constructing(type, site, [executor])
  const promise = (made === SUSPEND ? yield pending.value : made) as object
  if (typeof found.resolve !== 'function' || typeof found.reject !== 'function')
    throw new TypeError('Promise resolve or reject function is not callable')
  return { promise, resolve: found.resolve as Callable, reject: found.reject as Callable }
}

export function ownCapability(): Capability {
  const { promise, record } = newPromise()
  return { promise, ...resolvingFunctions(promise, record) }
}

/** PerformPromiseThen. */
export function then(record: PromiseRecord, onFulfilled: unknown, onRejected: unknown, capability: Capability): void {
  react(record, {
    job:
      (isRejected, value): Job =>
      () =>
        reacting(isRejected ? onRejected : onFulfilled, isRejected, value, capability),
  })
}

/** NewPromiseReactionJob. */
function* reacting(handler: unknown, isRejected: boolean, value: unknown, to: Capability): Twin {
  let result: unknown
  try {
    if (typeof handler === 'function') result = yield* called(undefined, handler, [value], 0)
    else if (isRejected) throw value
    else result = value
  } catch (error) {
    rethrowOurs(error)
    return yield* called(undefined, to.reject, [error], 0)
  }
  return yield* called(undefined, to.resolve, [result], 0)
}

/** PromiseResolve. */
export function* promiseResolve(type: unknown, value: unknown, site: number): Generator<unknown, object, unknown> {
  if (isPromise(value) && (value as { constructor?: unknown }).constructor === type) return value
  const capability = yield* capabilityOf(type, site)
  yield* called(undefined, capability.resolve, [value], site)
  return capability.promise
}

/** PromiseResolve(%Promise%, value), which needs no suspension. */
export function resolved(value: unknown, site: number): PromiseRecord {
  running.callSite = site
  if (isPromise(value) && isIntrinsic((value as { constructor?: unknown }).constructor)) return recordOf(value, site)
  const { promise, record } = newPromise()
  resolve(promise, record, value)
  return record
}

/** SpeciesConstructor(promise, %Promise%). */
export function speciesOf(promise: object): unknown {
  const { constructor } = promise as { constructor?: unknown }
  if (constructor === undefined) return NativePromise
  if (!isObject(constructor)) throw new TypeError('The .constructor property is not an object')
  const species = (constructor as unknown as Record<symbol, unknown>)[Symbol.species]
  return species ?? NativePromise
}

/** The constructor itself, 27.2.3.1. */
export function* constructed(executor: unknown, target: Function, site: number): Twin {
  if (typeof executor !== 'function') return new NativePromise(executor as never) // which says so
  const { promise, record } = newPromise(target)
  const functions = resolvingFunctions(promise, record)
  try {
    yield* called(undefined, executor, [functions.resolve, functions.reject], site)
  } catch (error) {
    rethrowOurs(error)
    functions.reject(error)
  }
  return promise
}

/** A function of the runtime's that calls the program. */
export function suspendable(twin: (...args: unknown[]) => Twin, length = 1): Callable {
  const plain = (...args: unknown[]): unknown => drive(twin(...args))
  setTwin(plain, twin)
  Object.defineProperties(plain, { name: { value: '' }, length: { value: length } })
  return plain as Callable
}

/** `new Promise(…)` in code that cannot be suspended. */
export function constructPromise(this: unknown, executor?: unknown): unknown {
  return drive(constructed(executor, NativePromise, 0))
}
