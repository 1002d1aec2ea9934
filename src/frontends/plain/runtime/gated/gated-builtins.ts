/**
 * Where code passes gates, calls are left as they are written. So builtins and primitives that are operations, or are
 * made of them, look for themselves whether a thread is running that must pass a gate, and then do what their
 * suspendable forms say.
 */
import { restorePromises } from '../promises/promise-methods.ts'
import { blocking } from '../../../../base/blocking.ts'
import { ARM, type Operation, setOriginal } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { realm } from '../../../../program/context/realm.ts'
import { primitivePrototypes } from '../../../../program/primitives/index.ts'
import type { Arm, Callable } from '../calls/calls.ts'
import { pass } from './direct.ts'
import { isSharedArray } from '../elements/elements.ts'
import { nativeIterators, sharedValues } from '../builtins/iteration.ts'
import { letPass } from '../natives/known-natives.ts'
import { noteOperations } from '../rounds.ts'
import { gateScheduling } from '../natives/scheduling.ts'
import { DONE, pending, SUSPEND } from '../calls/suspension.ts'
import { setArmed } from '../calls/twins.ts'
import { TypedArrayType } from '../elements/typed-array-types.ts'

/** As they were before anything was patched. */
const nativeAtomics = Object.getOwnPropertyDescriptors(Atomics)
const { apply } = Reflect

const builtins = [
  Array,
  Array.prototype,
  TypedArrayType,
  TypedArrayType.prototype,
  DataView.prototype,
  Object,
  Reflect,
  Map.prototype,
  Set.prototype,
  Function.prototype,
]

/**
 * After `installPlainRuntime`. `free`: nothing will ever be gated, so that `Atomics` and primitives are used as they
 * are. `lent`: there is other code as well, whose promises are to stay fast.
 */
export function installGatedBuiltins(free: boolean, lent = false): void {
  realm.direct = true
  restorePromises()
  realm.free = running.open = free
  const owners = free ? builtins : [...builtins, ...primitivePrototypes, Atomics]
  for (const owner of owners) for (const key of Reflect.ownKeys(owner)) gate(owner, key)
  gateScheduling(lent)
  if (free) leaveAlone()
  noteOperations()
}

function leaveAlone(): void {
  Object.defineProperties(Atomics, { ...nativeAtomics, wait: { ...nativeAtomics.wait, value: blocking.wait } })
  for (const key of Reflect.ownKeys(Atomics)) letPass(Reflect.get(Atomics, key))
  for (const prototype of primitivePrototypes) {
    for (const key of Reflect.ownKeys(prototype)) {
      const method = (prototype as Record<PropertyKey, { [ARM]?: Arm }>)[key]!
      delete method[ARM]
      letPass(method)
    }
  }
}

const made = new Map<Callable, Callable>()

/** Replacing it would slow down every loop over an array. */
function isArrayIteration(owner: object, key: PropertyKey): boolean {
  return owner === Array.prototype && (key === 'values' || key === Symbol.iterator)
}

function gate(owner: object, key: PropertyKey): void {
  if (isArrayIteration(owner, key)) return
  const descriptor = Object.getOwnPropertyDescriptor(owner, key)!
  const original = descriptor.value as Callable | undefined
  if (typeof original !== 'function' || original === Function.prototype.call || !Object.hasOwn(original, ARM)) return
  let gated = made.get(original)
  if (gated === undefined)
    made.set(
      original,
      (gated = withNameOf(
        original,
        key === 'apply'
          ? gatedApply(original)
          : gatedForm(original, original[ARM]!, owner === Atomics ? nativeAccess(key) : null),
      )),
    )
  Object.defineProperty(owner, key, { ...descriptor, value: gated })
  if (original !== sharedValues.current) return
  sharedValues.current = gated
  nativeIterators.add(gated)
}

/** Functions of `Atomics` that are no more than an access to memory. */
function nativeAccess(key: PropertyKey): Callable | null {
  return key === 'wait' || key === 'notify' ? null : (nativeAtomics[key as 'load'].value as Callable)
}

/** `atOnce`: what may be done instead while nothing constrains the thread. */
function gatedForm(original: Callable, arm: Arm, atOnce: Callable | null): Callable {
  return {
    method(this: unknown, ...args: unknown[]): unknown {
      if (running.open && atOnce !== null) return apply(atOnce, this, args)
      if (running.pass === null) return apply(original, this, args)
      running.callSite = 0
      const armed = apply(arm, this, args) as ReturnType<Arm>
      return armed === undefined ? apply(original, this, args) : settled(armed)
    },
  }.method
}

/** `f.apply` and `Reflect.apply` call what looks for itself; only a list of arguments that is shared concerns them. */
function gatedApply(original: Callable): Callable {
  const form = gatedForm(original, original[ARM]!, null)
  return {
    method(this: unknown, ...args: unknown[]): unknown {
      return apply(isSharedArray(args.at(-1)) ? form : original, this, args)
    },
  }.method
}

function settled(armed: Operation | typeof SUSPEND | typeof DONE): unknown {
  if (armed === DONE) return pending.value
  if (armed === SUSPEND) return pass(pending.value)
  armed.site = 0
  return pass(armed)
}

function withNameOf(original: Callable, gated: Callable): Callable {
  setArmed(gated, original[ARM]!)
  setOriginal(gated, original)
  Object.defineProperty(gated, 'name', { value: original.name, configurable: true })
  return Object.defineProperty(gated, 'length', { value: original.length, configurable: true })
}
