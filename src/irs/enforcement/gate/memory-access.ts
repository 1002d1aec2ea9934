/** Accesses to memory for real, sequentially consistent wherever JavaScript can: verification assumes no less. */
import type { Accesses } from '../../../dependence/accesses.ts'
import type { Operation } from '../../../program/operations/operation.ts'
import { tagOf } from '../../../program/memory/shared-tag.ts'
import { isSpinning } from '../../../program/loops/spin-wait.ts'
import * as atomics from '../../../base/atomics.ts'
import { MemoryAccess } from '../../../program/operations/operation-spec.ts'

type IntegerView = Int32Array

/** Whether the access is to an element that Atomics can access. */
export function hasAtomicForm({ view }: Operation): boolean {
  return view !== null && tagOf(view)!.atomic
}

/** Performs a read, a write, an `Atomics` function or a DataView accessor. */
export function accessMemory(op: Operation): unknown {
  const { memoryAccess } = op.spec
  if (memoryAccess === MemoryAccess.update || !hasAtomicForm(op)) return op.spec.perform(op)
  if (memoryAccess === MemoryAccess.read) {
    if (isSpinning(op)) op.spec.perform(op) // it is an ordinary read again
    return atomics.load(op.view as IntegerView, op.index)
  }
  atomics.store(op.view as IntegerView, op.index, op.operand as number)
  return undefined
}

/** Whether gates in WebAssembly can decide: it touches one place, and what that is to others is all there is to it. */
export function isDecidedFast(op: Operation, { cell2 }: Accesses): boolean {
  return (
    cell2 < 0 &&
    op.target !== null &&
    op.spec.timed === null && // which takes time
    (op.target.model !== null || isMemoryAccess(op))
  )
}

/**
 * Whether the operation is no more than an access to memory: neither a primitive nor a wait, a thread's or a choice.
 */
export function isMemoryAccess(op: Operation): boolean {
  return op.spec.memoryAccess !== MemoryAccess.none
}

/** Whether it is a read or a write of an element that Atomics can access. */
export function isElementAccess(op: Operation): boolean {
  const { memoryAccess } = op.spec
  return (memoryAccess === MemoryAccess.read || memoryAccess === MemoryAccess.write) && hasAtomicForm(op)
}
