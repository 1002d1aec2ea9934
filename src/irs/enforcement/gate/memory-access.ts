/** Accesses to memory for real, sequentially consistent wherever JavaScript can: verification assumes no less. */
import type { Accesses } from '../../../dependence/accesses.ts'
import type { Operation } from '../../../program/operations/operation.ts'
import { tagOf } from '../../../program/memory/shared-tag.ts'
import { isSpinning } from '../../../program/loops/spin-wait.ts'
import * as atomics from '../../../base/atomics.ts'
import { Kind, traitsOf } from './operation-traits.ts'

type IntegerView = Int32Array

/** Whether the access is to an element that Atomics can access. */
export function hasAtomicForm({ view }: Operation): boolean {
  return view !== null && tagOf(view)!.atomic
}

/** Performs a read, a write, an `Atomics` function or a DataView accessor. */
export function accessMemory(op: Operation, { kind } = traitsOf(op.spec)): unknown {
  if (kind === Kind.access || !hasAtomicForm(op)) return op.spec.perform(op)
  if (kind === Kind.read) {
    if (isSpinning(op)) op.spec.perform(op) // it is an ordinary read again
    return atomics.load(op.view as IntegerView, op.index)
  }
  atomics.store(op.view as IntegerView, op.index, op.operand as number)
  return undefined
}

/** Whether gates in WebAssembly can decide: it touches one place, and what that is to others is all there is to it. */
export function isDecidedFast(op: Operation, { cell2 }: Accesses, traits = traitsOf(op.spec)): boolean {
  return cell2 < 0 && op.target !== null && (op.target.model !== null || isMemoryAccess(op, traits))
}

/**
 * Whether the operation is no more than an access to memory: neither a primitive nor a wait, a thread's or a choice.
 */
export function isMemoryAccess(op: Operation, { kind } = traitsOf(op.spec)): boolean {
  return kind !== Kind.other && op.view !== null && op.target !== null && op.target.model === null
}
