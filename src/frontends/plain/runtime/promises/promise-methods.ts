/** `Promise` as threads find it (ECMAScript, 27.2). Outside of explored threads all of it is the engine's own. */
import { running } from '../../../../program/context/execution-context.ts'
import type { Arm, Callable } from '../calls/calls.ts'
import { replaceMethod } from '../builtins/callbacks.ts'
import { done, drive, isOwned, suspendOn, type Twin } from '../calls/suspension.ts'
import { setArmed } from '../calls/twins.ts'
import { agentOf } from './agent.ts'
import { combinators } from './combinators.ts'
import {
  called,
  type Capability,
  capabilityOf,
  isIntrinsic,
  promiseResolve,
  speciesOf,
  suspendable,
  then,
} from './owned-promises.ts'
import { isPromise, NativePromise, noteFulfilled, recordOf } from './promise-records.ts'

/** As they are before anything is patched. */
const { apply } = Reflect

/** A method of promises, or of `Promise`, as a part of a thread; `original` is for complaints. */
export type PromiseMethod = (receiver: unknown, args: unknown[], site: number, original: Callable) => Twin

const isObject = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

function* thenMethod(receiver: unknown, args: unknown[], site: number, original: Callable): Twin {
  if (!isPromise(receiver)) return apply(original, receiver, args) // which complains
  const record = recordOf(receiver, site)
  const capability: Capability = yield* capabilityOf(speciesOf(receiver), site)
  then(record, args[0], args[1], capability)
  return capability.promise
}

function* catchMethod(receiver: unknown, [onRejected]: unknown[], site: number): Twin {
  return yield* called(receiver, (receiver as { then?: unknown }).then, [undefined, onRejected], site)
}

function* finallyMethod(receiver: unknown, [onFinally]: unknown[], site: number, original: Callable): Twin {
  if (!isObject(receiver)) return apply(original, receiver, [onFinally]) // which complains
  const type = speciesOf(receiver as object)
  const handlers =
    typeof onFinally === 'function'
      ? [
          continuing(type, onFinally, (value) => value, site),
          continuing(
            type,
            onFinally,
            (reason) => {
              throw reason
            },
            site,
          ),
        ]
      : [onFinally, onFinally]
  return yield* called(receiver, (receiver as { then?: unknown }).then, handlers, site)
}

/** What `finally` hands to `then`: afterwards it goes on as if nothing had been. */
function continuing(type: unknown, onFinally: unknown, end: (value: unknown) => unknown, site: number): Callable {
  return suspendable(function* (value) {
    const result = yield* called(undefined, onFinally, [], site)
    const promise = yield* promiseResolve(type, result, site)
    const last = suspendable(function* () {
      return end(value)
    }, 0)
    return yield* called(promise, (promise as { then?: unknown }).then, [last], site)
  })
}

function* resolveMethod(type: unknown, [value]: unknown[], site: number, original: Callable): Twin {
  if (!isObject(type)) return apply(original, type, [value]) // which complains
  return yield* promiseResolve(type, value, site)
}

function* rejectMethod(type: unknown, [reason]: unknown[], site: number): Twin {
  const capability = yield* capabilityOf(type, site)
  yield* called(undefined, capability.reject, [reason], site)
  return capability.promise
}

function* withResolversMethod(type: unknown, _args: unknown[], site: number): Twin {
  const { promise, resolve, reject } = yield* capabilityOf(type, site)
  return { promise, resolve, reject }
}

function* tryMethod(type: unknown, [callback, ...args]: unknown[], site: number): Twin {
  const capability = yield* capabilityOf(type, site)
  let end = capability.resolve
  let value: unknown
  try {
    value = yield* called(undefined, callback, args, site)
  } catch (error) {
    end = capability.reject
    value = error
  }
  yield* called(undefined, end, [value], site)
  return capability.promise
}

const methods: readonly (readonly [owner: object, name: string, method: PromiseMethod])[] = [
  [NativePromise.prototype, 'then', thenMethod],
  [NativePromise.prototype, 'catch', catchMethod],
  [NativePromise.prototype, 'finally', finallyMethod],
  [NativePromise, 'resolve', resolveMethod],
  [NativePromise, 'reject', rejectMethod],
  [NativePromise, 'withResolvers', withResolversMethod],
  [NativePromise, 'try', tryMethod],
  ...Object.entries(combinators).map(([name, method]) => [NativePromise, name, method] as const),
]

const natives: [owner: object, name: string, descriptor: PropertyDescriptor][] = []

/** Where code passes gates, threads make no promises, and those of other code are to stay fast. */
export function restorePromises(): void {
  for (const [owner, name, descriptor] of natives) Object.defineProperty(owner, name, descriptor)
}

export function installPromises(): void {
  for (const [owner, name] of [...methods, [globalThis, 'queueMicrotask'] as const]) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name)
    if (descriptor !== undefined) natives.push([owner, name, descriptor])
  }
  for (const [owner, name, method] of methods) replacePromiseMethod(owner, name, method)
  replaceMethod(globalThis, 'queueMicrotask', (original) => {
    const queue = (callback: unknown): void => {
      if (!isOwned() || typeof callback !== 'function') return void apply(original, undefined, [callback])
      agentOf().enqueue(() => called(undefined, callback, [], 0))
    }
    return queue as Callable
  })
  const queue = queueMicrotask
  setArmed(queue, (callback) => done(apply(queue, undefined, [callback])))
}

function replacePromiseMethod(owner: object, name: string, method: PromiseMethod): void {
  let original: Callable
  const replaced = replaceMethod(owner, name, (found) => {
    original = found
    return function (this: unknown, ...args: unknown[]): unknown {
      if (isOwned()) return drive(method(this, args, 0, original))
      const result = apply(original, this, args) as unknown
      if (name === 'resolve' && !isObject(args[0]) && isIntrinsic(this)) noteFulfilled(result as object, args[0])
      return result
    } as Callable
  })
  if (replaced === undefined) return
  const arm: Arm = function (...args) {
    if (!isOwned()) return undefined
    return suspendOn(method(this, args, running.callSite, original))
  }
  setArmed(replaced, arm)
}
