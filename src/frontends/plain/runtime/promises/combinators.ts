/** `Promise.all`, `allSettled`, `any` and `race` (ECMAScript, 27.2.4), as parts of a thread. */
import { fail, type Iteration, moved, open, step } from '../builtins/iteration.ts'
import { pending, SUSPEND, type Twin } from '../calls/suspension.ts'
import type { Callable } from '../calls/calls.ts'
import { rethrowOurs } from './agent.ts'
import { called, type Capability, capabilityOf, suspendable } from './owned-promises.ts'

/** What is done with the promise at `index`. Gives what is handed to its `then`. */
type Each = (index: number) => readonly [onFulfilled: Callable, onRejected: Callable]

interface Combination {
  readonly each: Each
  /** All have been asked; evaluates to nothing. */
  readonly end: () => Twin
}

type Combinator = (receiver: unknown, args: unknown[], site: number) => Twin

function combinator(combine: (capability: Capability, site: number) => Combination): Combinator {
  return function* (receiver, [iterable], site) {
    const capability = yield* capabilityOf(receiver, site)
    let iteration: Iteration | null = null
    try {
      const { resolve } = receiver as { resolve?: unknown }
      if (typeof resolve !== 'function') throw new TypeError('Promise resolve or reject function is not callable')
      const opened = open(iterable, site)
      iteration = (opened === SUSPEND ? yield pending.value : opened) as Iteration
      const { each, end } = combine(capability, site)
      for (let index = 0; ; index++) {
        const stepped = step(iteration)
        if (!moved(iteration, stepped === SUSPEND ? yield pending.value : stepped)) break
        const promise = (yield* called(receiver, resolve, [iteration.value], site)) as { then?: unknown }
        yield* called(promise, promise.then, [...each(index)], site)
      }
      yield* end()
    } catch (error) {
      rethrowOurs(error)
      if (iteration?.isOpen === true) yield fail([iteration])
      yield* called(undefined, capability.reject, [error], site)
    }
    return capability.promise
  }
}

/** Counts what is still to come; one more as long as not all have been asked. */
class Remaining {
  readonly values: unknown[] = []
  private count = 1
  private readonly whenDone: (values: unknown[]) => Twin

  constructor(whenDone: (values: unknown[]) => Twin) {
    this.whenDone = whenDone
  }

  /** A function that notes what is made of its argument, once. `once`: shared by those that count as one. */
  element(index: number, make: (value: unknown) => unknown, once = { isCalled: false }): Callable {
    this.values[index] = undefined
    return suspendable((value) => this.note(index, make, value, once))
  }

  private *note(index: number, make: (value: unknown) => unknown, value: unknown, once: { isCalled: boolean }): Twin {
    if (once.isCalled) return undefined
    once.isCalled = true
    this.values[index] = make(value)
    return yield* this.down()
  }

  up(): void {
    this.count++
  }

  *down(): Twin {
    return --this.count === 0 ? yield* this.whenDone(this.values) : undefined
  }
}

const all = combinator(({ resolve, reject }, site) => {
  const remaining = new Remaining((values) => called(undefined, resolve, [values], site))
  return {
    each: (index) => {
      remaining.up()
      return [remaining.element(index, (value) => value), reject]
    },
    end: () => remaining.down(),
  }
})

const allSettled = combinator(({ resolve }, site) => {
  const remaining = new Remaining((values) => called(undefined, resolve, [values], site))
  return {
    each: (index) => {
      remaining.up()
      const once = { isCalled: false }
      return [
        remaining.element(index, (value) => ({ status: 'fulfilled', value }), once),
        remaining.element(index, (reason) => ({ status: 'rejected', reason }), once),
      ]
    },
    end: () => remaining.down(),
  }
})

const any = combinator(({ resolve, reject }, site) => {
  const remaining = new Remaining((errors) =>
    called(undefined, reject, [new AggregateError(errors, 'All promises were rejected')], site),
  )
  return {
    each: (index) => {
      remaining.up()
      return [resolve, remaining.element(index, (error) => error)]
    },
    end: () => remaining.down(),
  }
})

const race = combinator(({ resolve, reject }) => ({
  each: () => [resolve, reject],
  end: function* () {
    return undefined
  },
}))

export const combinators = { all, allSettled, any, race }
