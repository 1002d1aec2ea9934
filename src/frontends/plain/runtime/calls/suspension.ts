/**
 * How code of the runtime says that the thread must be suspended, and how a suspension is run where nothing can
 * suspend.
 */
import { Operation } from '../../../../program/operations/operation.ts'
import { realm } from '../../../../program/context/realm.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { refuseAt } from '../refusals.ts'

/** What a helper returns when its caller must yield `pending.value`: an armed operation, or the generator of a twin. */
export const SUSPEND: unique symbol = Symbol('heddle.suspend')
/** What an `ARM` function returns when it has done everything itself: the result is in `pending.value`. */
export const DONE: unique symbol = Symbol('heddle.done')

export const pending = { value: undefined as unknown }

export type Twin = Generator<unknown, unknown, unknown>

export function suspendOn(what: unknown): typeof SUSPEND {
  pending.value = what
  return SUSPEND
}

export function done(value: unknown): typeof DONE {
  pending.value = value
  return DONE
}

/** A part of a function in a frame of its own, which nobody has called. */
export function within(part: Twin): Twin {
  running.callSite = 0
  return part
}

/** For plain code: the value of a helper, run to its end here and now. */
export function sync(value: unknown): unknown {
  return value === SUSPEND ? driven(pending.value) : value
}

function driven(what: unknown): unknown {
  if (what instanceof Operation) refuseOperation(what)
  return drive(what as Twin)
}

/**
 * Runs a twin where nothing can suspend. An operation that it reaches is refused, unless there is another way to
 * perform it.
 */
export function drive(twin: Twin, perform: (op: Operation) => unknown = refuseOperation): unknown {
  const callers: Twin[] = []
  let top = twin
  let value: unknown
  let isError = false
  for (;;) {
    let step: IteratorResult<unknown, unknown>
    try {
      step = isError ? top.throw(value) : top.next(value)
    } catch (error) {
      if (callers.length === 0) throw error
      ;[top, value, isError] = [callers.pop()!, error, true]
      continue
    }
    isError = false
    value = step.value
    if (step.done === true) {
      // Of what runs here, nobody says what it returned.
      if (running.operation !== null) running.operation.endedCall = null
      if (callers.length === 0) return value
      top = callers.pop()!
    } else {
      if (value instanceof Operation) {
        value = perform(value)
        continue
      }
      callers.push(top)
      ;[top, value] = [value as Twin, undefined]
    }
  }
}

export function refuseOperation(op: Operation): never {
  op.received()
  throw refuseAt(`\`${op.spec.name}\` on shared memory`, op.site)
}

/** Whether promises that are made now are settled by jobs of the thread: not where code passes gates. */
export const isOwned = (): boolean => running.explored && !realm.direct

/** Whether code is being explored just now: outside, transformed code does as it was written. */
export const isExplored = (): boolean => running.explored
