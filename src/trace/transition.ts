import { Accesses } from '../dependence/accesses.ts'
import type { Operation } from '../program/operations/operation.ts'
import type { OperationSpec } from '../program/operations/operation-spec.ts'
import type { EventLog } from './event-log.ts'

export const LockRole = { none: 0, takes: 1, gives: 2 } as const
export type LockRole = (typeof LockRole)[keyof typeof LockRole]

export const lockRoleOf = ({ acquires, releases, holds }: OperationSpec): LockRole =>
  acquires === true ? LockRole.takes : releases && holds === false ? LockRole.gives : LockRole.none

/** A transition of a thread, apart from the log and the pending operations, which change. */
export class Transition {
  thread = 0
  /** The value of a `choose`, or -1 for all of them; 0 otherwise. */
  choice = 0
  readonly accesses = new Accesses()
  /** What it does with a lock that only one thread can hold, for those who ask. */
  lock: LockRole = LockRole.none

  ofEvent(log: EventLog, depth: number): this {
    this.thread = log.thread[depth]!
    this.choice = log.choice[depth]!
    this.lock = LockRole.none
    this.accesses.set(log.accesses[depth]!)
    return this
  }

  ofOperation(op: Operation): this {
    this.thread = op.thread
    this.choice = 0
    this.lock = LockRole.none
    this.accesses.set(op.accesses)
    return this
  }

  set(other: Transition): this {
    this.thread = other.thread
    this.choice = other.choice
    this.lock = other.lock
    this.accesses.set(other.accesses)
    return this
  }

  equals(other: Transition): boolean {
    return (
      this.thread === other.thread &&
      this.choice === other.choice &&
      this.lock === other.lock &&
      this.accesses.equals(other.accesses)
    )
  }

  copy(): Transition {
    return new Transition().set(this)
  }
}
