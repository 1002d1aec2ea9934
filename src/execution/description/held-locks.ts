import type { Slot } from '../../base/thread-numbers.ts'
import type { Allocation } from '../../program/memory/allocation.ts'
import type { Operation } from '../../program/operations/operation.ts'
import { ThreadStatus } from '../controlled-thread.ts'
import { locate } from './describe.ts'
import type { Execution } from '../execution.ts'

/** A lock that a thread has not given back, and nobody else can any more. */
export interface HeldLock {
  readonly slot: Slot
  readonly lock: Allocation
}

const isLock = ({ model }: Allocation): boolean => model?.isLock === true

/** The locks that threads hold that have ended. */
export const heldByEnded = (execution: Execution): HeldLock[] =>
  heldLocks(execution).filter(({ slot }) => execution.threads[slot]!.status === ThreadStatus.ended)

/** The locks that a thread holds. */
export const heldBy = (execution: Execution, holder: number): HeldLock[] =>
  heldLocks(execution).filter(({ slot }) => slot === holder)

const heldLocks = ({ layout }: Execution): HeldLock[] =>
  layout.allocations.filter(isLock).flatMap((lock) => lock.model!.holders().map((slot) => ({ slot, lock })))

/** Where a lock was taken, for people. */
export interface Taken {
  readonly thread: string
  readonly lock: string
  readonly operation: string
  readonly at: string | null
  /** The calls in which it was taken, innermost first. */
  readonly calls: readonly string[]
}

/** Where threads took the locks that they hold, as an execution goes on. */
export class TakenLocks {
  private readonly taken = new Map<string, Omit<Taken, 'thread' | 'lock'>>()

  /** `op` is about to be performed. What is returned is to be called when it has been. */
  begin(op: Operation, callsNow: () => readonly string[]): (() => void) | null {
    const lock = lockOf(op)
    if (lock === null) return null
    const {
      thread: slot,
      spec: { name: operation },
      site,
      origin,
    } = op
    const before = lock.model!.holders().includes(slot)
    const calls = callsNow()
    return () => {
      if (before || !lock.model!.holders().includes(slot)) return
      this.taken.set(keyOf({ slot, lock }), { operation, at: locate(site, origin), calls })
    }
  }

  list(execution: Execution, held: readonly HeldLock[]): Taken[] {
    return held.flatMap((one) => {
      const taken = this.taken.get(keyOf(one))
      return taken === undefined ? [] : [{ thread: execution.threads[one.slot]!.name, lock: one.lock.name, ...taken }]
    })
  }
}

const keyOf = ({ slot, lock }: HeldLock): string => `${slot} ${lock.id}`

/** The lock that an operation concerns; of a condition's wait, its mutex. */
function lockOf({ target, target2 }: Operation): Allocation | null {
  if (target !== null && isLock(target)) return target
  return target2 !== null && isLock(target2) ? target2 : null
}
