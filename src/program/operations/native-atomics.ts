/** The functions of `Atomics` as they are before anything is patched, and what they accept. */
import { blocking } from '../../base/blocking.ts'
import type { TypedArray } from '../memory/shared-tag.ts'
import type { Operation } from './operation.ts'
import { type AnyArray, complaint, toInteger } from './elements.ts'

export const native = {
  load: Atomics.load,
  store: Atomics.store,
  add: Atomics.add,
  sub: Atomics.sub,
  and: Atomics.and,
  or: Atomics.or,
  xor: Atomics.xor,
  exchange: Atomics.exchange,
  compareExchange: Atomics.compareExchange,
  get wait() {
    return blocking.wait
  },
  notify: Atomics.notify,
}
export type AtomicsName = keyof typeof native
/** Stands for all that `Atomics` works on. */
export type AtomicArray = Int32Array

/** Arms the operation, or undefined when the array is not shared memory. */
export type ArmAtomic = (view: TypedArray, index: unknown, a?: unknown, b?: unknown) => Operation | undefined

/** Before anything is armed: the index, if the access is possible at all. */
export function validAtomic(name: AtomicsName, view: TypedArray, index: unknown): number {
  const isWaiting = name === 'wait' || name === 'notify'
  const ok = isWaiting
    ? view instanceof Int32Array || view instanceof BigInt64Array
    : !(view instanceof Float32Array || view instanceof Float64Array || view instanceof Uint8ClampedArray)
  const at = ok ? toInteger(index) : 0
  if (ok && at >= 0 && at < view.length) return at
  return complaint(() => (native[name] as (view: TypedArray, at: number) => unknown)(view, at))
}

/** The value as the element type holds it, so that a comparison before the switch point sees what memory would hold. */
export function asElement(view: TypedArray, value: unknown): number | bigint {
  const scratch = new (view.constructor as new (length: number) => AnyArray)(1)
  scratch[0] = value
  return scratch[0] as number | bigint
}
