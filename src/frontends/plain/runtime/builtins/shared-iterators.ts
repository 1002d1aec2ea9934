/** `view.values()` and `view.entries()` in a thread: every step reads an element. */
import { running } from '../../../../program/context/execution-context.ts'
import type { Arm } from '../calls/calls.ts'
import { pass } from '../gated/direct.ts'
import { isElement, read, type SharedArray } from '../elements/elements.ts'
import { refuseBuiltin } from '../refusals.ts'
import { done, pending, SUSPEND, suspendOn, type Twin } from '../calls/suspension.ts'
import { setArmed } from '../calls/twins.ts'

type Kind = 'values' | 'entries'

const iteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object

class SharedIterator {
  #array: SharedArray | null
  #index = 0
  readonly #kind: Kind

  constructor(array: SharedArray, kind: Kind) {
    this.#array = array
    this.#kind = kind
  }

  /** The result, or a suspension. */
  static step(iterator: unknown, site: number): unknown {
    if (typeof iterator !== 'object' || iterator === null || !(#array in iterator)) {
      throw new TypeError('next method called on incompatible receiver')
    }
    const array = iterator.#array
    const index = iterator.#index
    if (array === null || index >= array.length) {
      iterator.#array = null
      return { value: undefined, done: true }
    }
    iterator.#index++
    if (isElement(array, index)) return suspendOn(reading(array, index, iterator.#kind, site))
    return resultOf(array[index], index, iterator.#kind)
  }
}

function next(this: unknown): IteratorResult<unknown> {
  const result = SharedIterator.step(this, 0)
  if (result === SUSPEND && running.pass !== null) return pass(pending.value) as IteratorResult<unknown>
  if (result === SUSPEND) {
    throw refuseBuiltin(
      'a step of an iterator over shared memory, made by code that cannot be suspended,',
      'use for-of or call `next` in an ordinary function',
    )
  }
  return result as IteratorResult<unknown>
}

const armNext: Arm = function () {
  const result = SharedIterator.step(this, running.callSite)
  return result === SUSPEND ? SUSPEND : done(result)
}
setArmed(next, armNext)

function* reading(array: SharedArray, index: number, kind: Kind, site: number): Twin {
  return resultOf(yield read(array, index, site), index, kind)
}

function resultOf(value: unknown, index: number, kind: Kind): IteratorResult<unknown> {
  return { value: kind === 'values' ? value : [index, value], done: false }
}

Object.setPrototypeOf(SharedIterator.prototype, iteratorPrototype)
delete (SharedIterator.prototype as { constructor?: unknown }).constructor
Object.defineProperties(SharedIterator.prototype, {
  next: { value: next, writable: true, configurable: true },
  [Symbol.toStringTag]: { value: 'Array Iterator', configurable: true },
})

export function sharedIterator(array: SharedArray, kind: Kind): object {
  return new SharedIterator(array, kind)
}
