/** Accesses to memory for real, sequentially consistent wherever JavaScript can: verification assumes no less. */
import type { Operation } from '../../program/operation.ts'
import { isSpinning } from '../../program/spin.ts'
import * as atomics from './atomics.ts'

type IntegerView = Int32Array

/** Whether the access is to an element that Atomics can access. */
export function hasAtomicForm(op: Operation): boolean {
  const { view } = op
  return view !== null && !(view instanceof DataView) && !(view instanceof Float64Array) && !(view instanceof Float32Array) && !(view instanceof Uint8ClampedArray)
}

/** Performs a read, a write, an `Atomics` function or a DataView accessor. */
export function accessMemory(op: Operation): unknown {
  const name = op.spec.base ?? op.spec.name
  if (name === 'read' && hasAtomicForm(op)) {
    if (isSpinning(op)) op.spec.perform(op) // it is an ordinary read again
    return atomics.load(op.view as IntegerView, op.index)
  }
  if (name === 'write' && hasAtomicForm(op)) {
    atomics.store(op.view as IntegerView, op.index, op.operand as number)
    return undefined
  }
  return op.spec.perform(op)
}

/** Whether the operation is no more than an access to memory: neither a primitive nor a wait, a thread's or a choice. */
export function isMemoryAccess(op: Operation): boolean {
  return op.view !== null && op.target !== null && op.target.model === null && !waits.has(op.spec.name)
}
const waits: ReadonlySet<string> = new Set(['Atomics.wait', 'Atomics.wait wake', 'Atomics.notify'])
