import type { Slot } from '../base/thread-numbers.ts'
import type { Access } from '../dependence/accesses.ts'
import type { Operation } from '../program/operations/operation.ts'
import type { OperationSpec } from '../program/operations/operation-spec.ts'

/** Sees every shared operation of an execution, in the order in which they happen. */
export interface OperationObserver {
  reset(): void
  /** `parent` is -1 for a declared thread. */
  started(thread: Slot, parent: number): void
  /** The operation has been performed; what it was and how it accesses memory may have changed with that. */
  performed(op: Operation, spec: OperationSpec, access: Access, value: unknown): void
  joined(thread: Slot, ended: number): void
}
