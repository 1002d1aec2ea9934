/** `view.values()` and `view.entries()` in a thread: every step reads an element. */
import { running } from '../../../program/operation.ts'
import type { Arm } from './calls.ts'
import { pass } from './direct.ts'
import { isElement, read, type SharedArray } from './elements.ts'
import { refuseBuiltin } from './refusals.ts'
import { done, pending, SUSPEND, suspendOn, type Twin } from './suspension.ts'
import { setArmed } from './twins.ts'

interface State { array: SharedArray | null; index: number; readonly kind: 'values' | 'entries' }

const states = new WeakMap<object, State>()
const iteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object

function next(this: object): IteratorResult<unknown> {
  const result = step(stateOf(this), 0)
  if (result === SUSPEND && running.pass !== null) return pass(pending.value) as IteratorResult<unknown>
  if (result === SUSPEND) throw refuseBuiltin('a step of an iterator over shared memory, made by code that cannot be suspended,', 'use for-of or call `next` in an ordinary function')
  return result as IteratorResult<unknown>
}

const armNext: Arm = function () {
  const result = step(stateOf(this as object), running.callSite)
  return result === SUSPEND ? SUSPEND : done(result)
}
setArmed(next, armNext)

function stateOf(iterator: object): State {
  const state = states.get(iterator)
  if (state === undefined) throw new TypeError('next method called on incompatible receiver')
  return state
}

function step(state: State, site: number): unknown {
  const { array, index } = state
  if (array === null || index >= array.length) {
    state.array = null
    return { value: undefined, done: true }
  }
  state.index++
  return isElement(array, index) ? suspendOn(reading(array, index, state.kind, site)) : resultOf(array[index], index, state.kind)
}

function* reading(array: SharedArray, index: number, kind: State['kind'], site: number): Twin {
  return resultOf(yield read(array, index, site), index, kind)
}

function resultOf(value: unknown, index: number, kind: State['kind']): IteratorResult<unknown> {
  return { value: kind === 'values' ? value : [index, value], done: false }
}

const prototype = Object.create(iteratorPrototype, {
  next: { value: next, writable: true, configurable: true },
  [Symbol.toStringTag]: { value: 'Array Iterator', configurable: true },
}) as object

export function sharedIterator(array: SharedArray, kind: State['kind']): object {
  const iterator = Object.create(prototype) as object
  states.set(iterator, { array, index: 0, kind })
  return iterator
}
