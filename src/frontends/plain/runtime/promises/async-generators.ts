/** Async generators of the program inside explored threads (ECMAScript, 27.6). */
import { running } from '../../../../program/context/execution-context.ts'
import type { Arm, Callable } from '../calls/calls.ts'
import { done, drive, suspendOn, type Twin } from '../calls/suspension.ts'
import { setArmed, noteOriginal, withName } from '../calls/twins.ts'
import { advance, type Awaiter, Awaiting } from './activations.ts'
import { rethrowOurs } from './agent.ts'
import { closeAsync, invoked, openAsync } from './async-iteration.ts'
import { closed } from '../builtins/iteration.ts'
import { type Capability, ownCapability, resolved } from './owned-promises.ts'
import { type PromiseRecord, react } from './promise-records.ts'

const { apply } = Reflect

const AsyncGeneratorFunction = Object.getPrototypeOf(async function* () {
  /* only its prototype is wanted */
}) as { readonly prototype: object }
const nativePrototype = AsyncGeneratorFunction.prototype as Record<Kind, Callable>

export const isAsyncGeneratorFunction = (value: object): boolean =>
  Object.getPrototypeOf(value) === AsyncGeneratorFunction

type Kind = 'next' | 'throw' | 'return'

interface Request {
  readonly kind: Kind
  readonly value: unknown
  readonly capability: Capability
}

/** What an async generator yields to hand out a value. `delegates`: it wants to know what it is asked, as it is asked. */
class Yielding {
  readonly value: unknown
  readonly delegates: boolean

  constructor(value: unknown, delegates: boolean) {
    this.value = value
    this.delegates = delegates
  }
}

export const yielding = (value: unknown): Yielding => new Yielding(value, false)

const State = { start: 0, yielded: 1, executing: 2, awaitsReturn: 3, completed: 4 } as const
type State = (typeof State)[keyof typeof State]

class AsyncGeneratorObject implements Awaiter {
  readonly body: Twin
  readonly record: PromiseRecord | null = null
  private state: State = State.start
  private delegates = false
  private readonly queue: Request[] = []

  constructor(body: Twin) {
    this.body = body
  }

  /** AsyncGenerator.prototype.next, return and throw; the job to be done at once, if there is one. */
  ask(kind: Kind, value: unknown, capability: Capability): Twin | undefined {
    if (kind === 'throw' && this.state === State.start) this.state = State.completed
    if (this.state === State.completed && kind !== 'return') {
      if (kind === 'throw') capability.reject(value)
      else capability.resolve({ value: undefined, done: true })
      return undefined
    }
    this.queue.push({ kind, value, capability })
    if (kind === 'return' && (this.state === State.start || this.state === State.completed)) return this.awaitReturn()
    return this.state === State.start || this.state === State.yielded ? this.resume() : undefined
  }

  /** With the first request, which stays in the queue until it is answered. */
  private resume(): Twin {
    this.state = State.executing
    const { kind, value } = this.queue[0]!
    if (kind !== 'return') return this.told(kind, value)
    return this.returning(value)
  }

  private told(kind: Kind, value: unknown): Twin {
    if (!this.delegates) return advance(this, kind, value)
    this.delegates = false
    return advance(this, 'next', { kind, value } satisfies Asked)
  }

  /** AsyncGeneratorUnwrapYieldResumption: what is returned is awaited first. */
  private *returning(value: unknown): Twin {
    let awaited: PromiseRecord
    try {
      awaited = resolved(value, running.callSite)
    } catch (error) {
      rethrowOurs(error)
      return yield* this.told('throw', error)
    }
    react(awaited, { job: (isRejected, settled) => () => this.told(isRejected ? 'throw' : 'return', settled) })
    return undefined
  }

  yielded(value: unknown): Twin | undefined {
    if (value instanceof Returning) return advance(this, 'return', value.value)
    const { value: given, delegates } = value as Yielding
    this.delegates = delegates
    this.complete(false, given, false)
    if (this.queue.length > 0) return this.resume()
    this.state = State.yielded
    return undefined
  }

  returned(value: unknown): Twin | undefined {
    return this.ended(false, value)
  }

  threw(error: unknown): Twin | undefined {
    return this.ended(true, error)
  }

  private ended(isError: boolean, value: unknown): Twin | undefined {
    this.state = State.completed
    this.complete(isError, value, true)
    return this.drain()
  }

  /** AsyncGeneratorCompleteStep. */
  private complete(isError: boolean, value: unknown, isDone: boolean): void {
    const { capability } = this.queue.shift()!
    if (isError) capability.reject(value)
    else capability.resolve({ value, done: isDone })
  }

  /** AsyncGeneratorDrainQueue. */
  private drain(): Twin | undefined {
    while (this.queue.length > 0) {
      const { kind, value } = this.queue[0]!
      if (kind === 'return') return this.awaitReturn()
      this.complete(kind === 'throw', kind === 'throw' ? value : undefined, true)
    }
    return undefined
  }

  /** AsyncGeneratorAwaitReturn. */
  private awaitReturn(): Twin | undefined {
    this.state = State.awaitsReturn
    let awaited: PromiseRecord
    try {
      awaited = resolved(this.queue[0]!.value, running.callSite)
    } catch (error) {
      rethrowOurs(error)
      return this.ended(true, error)
    }
    react(awaited, { job: (isRejected, value) => () => this.ended(isRejected, value) })
    return undefined
  }
}

const objects = new WeakMap<object, AsyncGeneratorObject>()

function method(kind: Kind): PropertyDescriptor {
  const ask = (receiver: unknown, value: unknown): { promise: object; job: Twin | undefined } => {
    const capability = ownCapability()
    const object = isObject(receiver) ? objects.get(receiver) : undefined
    if (object === undefined) {
      capability.reject(new TypeError(`${kind} method called on incompatible receiver ${String(receiver)}`))
      return { promise: capability.promise, job: undefined }
    }
    return { promise: capability.promise, job: object.ask(kind, value, capability) }
  }
  const plain = {
    [kind](this: unknown, value?: unknown): unknown {
      if (!running.explored) return apply(nativePrototype[kind], this, [value])
      const { promise, job } = ask(this, value)
      if (job !== undefined) drive(job)
      return promise
    },
  }[kind]!
  const arm: Arm = function (value) {
    const { promise, job } = ask(this, value)
    return job === undefined ? done(promise) : suspendOn(doing(job, promise))
  }
  setArmed(plain, arm)
  return { value: plain, writable: true, configurable: true }
}

function* doing(job: Twin, promise: object): Twin {
  yield job
  return promise
}

const prototype = Object.create(nativePrototype, {
  next: method('next'),
  return: method('return'),
  throw: method('throw'),
}) as object

/** Calling an async generator function only makes an object. */
export function asyncGeneratorTwin<F extends Callable>(
  plain: F,
  body: (this: unknown, ...args: unknown[]) => Twin,
  name?: string,
): F {
  setArmed(plain, function (...args) {
    const { prototype: own } = plain as { prototype?: unknown }
    const object = Object.create(isObject(own) ? own : prototype) as object
    objects.set(object, new AsyncGeneratorObject(apply(body, this, args) as Twin))
    return done(object)
  })
  noteOriginal(body, plain)
  if (isObject(plain.prototype)) Object.setPrototypeOf(plain.prototype, prototype)
  return name === undefined ? plain : withName(plain, name)
}

const isObject = (value: unknown): value is object =>
  value !== null && (typeof value === 'object' || typeof value === 'function')

// --- What the twin of an async generator delegates to ---------------------------------------------------------------

interface Asked {
  readonly kind: Kind
  readonly value: unknown
}

/** `yield*` of an async generator (ECMAScript, 15.5.5). */
export function* delegateAsync(source: unknown, site: number): Twin {
  const iteration = yield* openAsync(source, site)
  const { iterator, next } = iteration
  let asked: Asked = { kind: 'next', value: undefined }
  for (;;) {
    const { kind, value } = asked
    const method = kind === 'next' ? next : iterator[kind]
    if (method === undefined || method === null) {
      if (kind === 'return') return yield new Returning(yield new Awaiting(value, site))
      if (kind === 'throw') {
        yield* closeAsync(iteration)
        throw new TypeError("The iterator does not provide a 'throw' method.")
      }
    }
    const result = yield new Awaiting(yield* invoked(iterator, method, [value], site), site)
    closed(result)
    const { done: isDone } = result as IteratorResult<unknown>
    const { value: given } = result as IteratorResult<unknown>
    if (isDone && kind === 'return') return yield new Returning(given)
    if (isDone) return given
    asked = (yield new Yielding(given, true)) as Asked
  }
}

/** Asks for the generator to be told to return. */
export class Returning {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}
