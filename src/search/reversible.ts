import type { Execution } from '../execution/execution.ts'
import type { Allocation } from '../program/memory/allocation.ts'
import { isJoin } from '../program/operations/controls.ts'
import { compareFails } from '../program/operations/memory-operations.ts'
import type { Operation, OperationSpec } from '../program/operations/operation.ts'
import { heldAfterWait } from '../program/primitives/condition.ts'
import { heldAfter, isLock, isUnlock } from '../program/primitives/mutex.ts'
import { changeOfCount, isAcquire, type SemaphoreModel } from '../program/primitives/semaphore.ts'
import { EventFlag, type EventLog } from '../trace/event-log.ts'

/** What must be known of an operation that can block, after it is no longer pending. */
export interface BlockingOperation {
  readonly thread: number
  readonly spec: OperationSpec
  readonly target: Allocation | null
  readonly cell: number
  readonly isJoin: boolean
}

export function blockingOperation(op: Operation): BlockingOperation {
  return { thread: op.thread, spec: op.spec, target: op.target, cell: op.accesses.cell, isJoin: isJoin(op) }
}

/**
 * A mutex is locked: it cannot overtake the unlock before it, and what comes before the lock before it happens before
 * that one.
 */
export function isLockOf(log: EventLog, event: number, op: Operation): boolean {
  return log.accesses[event]!.cell === op.accesses.cell && isLock(log.specs[event]!)
}

export function isUnlockOf(log: EventLog, event: number, op: Operation): boolean {
  return log.accesses[event]!.cell === op.accesses.cell && isUnlock(log.specs[event]!)
}

/**
 * Whether an operation that can block would be enabled after the first `i` events of the log and then the `length`
 * events
 * `v` (their depths): a race can only be reversed if it would (errata 23). Locks and semaphores are decided from the
 * log; for everything
 * else the sequence is executed.
 */
export function wouldBeEnabled(
  execution: Execution,
  log: EventLog,
  i: number,
  v: Int32Array,
  length: number,
  op: BlockingOperation,
): boolean {
  if (op.isJoin) return false // the end of a thread is what a join waits for
  if (isLock(op.spec)) return !isHeld(log, i, v, length, op.cell)
  if (isAcquire(op.spec)) return count(log, i, v, length, op.target!) > 0
  return tryOut(execution, log, i, v, length, op.thread)
}

/** The last event that locked or unlocked decides. */
function isHeld(log: EventLog, i: number, v: Int32Array, length: number, mutex: number): boolean {
  for (let k = length - 1; k >= 0; k--) {
    const effect = holds(log, v[k]!, mutex)
    if (effect !== null) return effect
  }
  for (let k = i - 1; k >= 0; k--) {
    const effect = holds(log, k, mutex)
    if (effect !== null) return effect
  }
  return false
}

/** Whether the mutex is held after the event, or null when the event leaves it as it is. */
function holds(log: EventLog, event: number, mutex: number): boolean | null {
  if (log.accesses[event]!.cell === mutex) return heldAfter(log.specs[event]!, log.has(event, EventFlag.succeeded))
  return log.accesses[event]!.cell2 === mutex ? heldAfterWait(log.specs[event]!) : null
}

function count(log: EventLog, i: number, v: Int32Array, length: number, semaphore: Allocation): number {
  let value = (semaphore.model as SemaphoreModel).initial
  const apply = (event: number): void => {
    if (log.accesses[event]!.cell === semaphore.base)
      value += changeOfCount(log.specs[event]!, log.amount[event]!, log.has(event, EventFlag.succeeded))
  }
  for (let k = 0; k < i; k++) apply(k)
  for (let k = 0; k < length; k++) apply(v[k]!)
  return value
}

function tryOut(
  execution: Execution,
  log: EventLog,
  i: number,
  v: Int32Array,
  length: number,
  thread: number,
): boolean {
  return afterSequence(execution, log, i, v, length, () => execution.isEnabled(thread))
}

/** Whether the thread's compare-and-swap would fail after that sequence. */
export function wouldFail(
  execution: Execution,
  log: EventLog,
  i: number,
  v: Int32Array,
  length: number,
  thread: number,
): boolean {
  return afterSequence(execution, log, i, v, length, () => compareFails(execution.threads[thread]!.operation))
}

/** Executes the sequence and asks; false if it cannot be executed. */
function afterSequence(
  execution: Execution,
  log: EventLog,
  i: number,
  v: Int32Array,
  length: number,
  ask: () => boolean,
): boolean {
  execution.reset()
  try {
    for (let k = 0; k < i; k++) execution.step(log.thread[k]!, log.choice[k]!)
    for (let k = 0; k < length; k++) {
      const event = v[k]!
      if (!execution.isEnabled(log.thread[event]!)) return false
      execution.step(log.thread[event]!, log.choice[event]!)
    }
    return ask()
  } finally {
    execution.leave()
  }
}
