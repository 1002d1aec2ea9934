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
export function heldByEnded(execution: Execution): HeldLock[] {
  const held: HeldLock[] = []
  for (const lock of execution.layout.allocations) {
    if (!isLock(lock)) continue
    for (const slot of lock.model!.holders()) {
      if (execution.threads[slot]!.status === ThreadStatus.ended) held.push({ slot, lock })
    }
  }
  return held
}

/** Where a lock was taken, for people. */
export interface Taken {
  readonly thread: string
  readonly lock: string
  readonly operation: string
  readonly at: string | null
}

/** Where threads took the locks that they hold, as an execution goes on. */
export class TakenLocks {
  private readonly taken = new Map<string, Omit<Taken, 'thread' | 'lock'>>()

  /** `op` is about to be performed. What is returned is to be called when it has been. */
  begin(op: Operation): (() => void) | null {
    const lock = lockOf(op)
    if (lock === null) return null
    const {
      thread: slot,
      spec: { name: operation },
      site,
      origin,
    } = op
    const before = lock.model!.holders().includes(slot)
    return () => {
      if (before || !lock.model!.holders().includes(slot)) return
      this.taken.set(keyOf({ slot, lock }), { operation, at: locate(site, origin) })
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
