/**
 * The runtime of code that passes gates instead of being suspended [IRS, Listing 1]: on a real worker a thread has a
 * stack of its own, so an operation is performed where it is reached. What counts as an operation, and in which order
 * they come, is what the twins say.
 */
import { coerceFor } from '../../../../program/operations/elements.ts'
import { Operation } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { TAG } from '../../../../program/memory/shared-tag.ts'
import { isElement, read, type SharedArray, write } from '../elements/elements.ts'
import { drive, refuseOperation, type Twin } from '../calls/suspension.ts'

/**
 * What such code asks first of an object with a computed key: the engine compiles it to a look at the object's type.
 */
export const { isView } = ArrayBuffer

/** As they were before anything was patched. */
const { load, store } = Atomics

/** Performs an armed operation, or all operations of a twin of the runtime, here and now. */
export function pass(what: unknown): unknown {
  return what instanceof Operation ? passOne(what) : drive(what as Twin, passOne)
}

function passOne(op: Operation): unknown {
  return running.pass === null ? refuseOperation(op) : running.pass(op)
}

type AnyView = { [key: PropertyKey]: unknown }

/** `view[key]`. */
export function get(view: AnyView, key: unknown, site: number): unknown {
  if (!isElement(view, key)) return view[key as PropertyKey]
  if (running.open && typeof key === 'number' && view[TAG].atomic) return load(view as Int32Array, key)
  return pass(read(view, key, site))
}

/**
 * `view[key] = value`, if that is an element. Other properties are for the program's code to set, which may be sloppy.
 */
export function set(view: AnyView, key: unknown, value: unknown, site: number): boolean {
  if (!isElement(view, key)) return false
  if (running.open && typeof key === 'number' && view[TAG].atomic)
    store(view as Int32Array, key, coerceFor((view as SharedArray)[TAG], value) as number)
  else pass(write(view, key, value, site))
  return true
}
