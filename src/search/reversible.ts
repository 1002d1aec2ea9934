import type { Slot } from '../base/thread-numbers.ts'
import type { Execution } from '../execution/execution.ts'
import type { Allocation } from '../program/memory/allocation.ts'
import { compareFails } from '../program/operations/atomics.ts'
import type { Operation } from '../program/operations/operation.ts'
import type { Accesses } from '../dependence/accesses.ts'
import type { EventSequence, OperationSpec } from '../program/operations/operation-spec.ts'
import { EventFlag, type EventLog } from '../trace/event-log.ts'

/** What must be known of an operation that can block, after it is no longer pending. */
export interface BlockingOperation {
  readonly thread: Slot
  readonly spec: OperationSpec
  readonly target: Allocation | null
}

export function blockingOperation(op: Operation): BlockingOperation {
  return { thread: op.thread, spec: op.spec, target: op.target }
}

/**
 * Whether the event took what `op` excludes others from: what comes before it happens before it, so that no race of `op`
 * with that is immediate.
 */
export function isLockOf(log: EventLog, event: number, op: Operation): boolean {
  const spec = log.specs[event]!
  return log.accesses[event]!.cell === op.accesses.cell && spec.holds === true && !spec.attempts
}

/** Whether the event gave it back: `op` cannot overtake it. */
export function isUnlockOf(log: EventLog, event: number, op: Operation): boolean {
  return log.accesses[event]!.cell === op.accesses.cell && log.specs[event]!.holds === false
}

/** The first `i` events of a log and then the `count` events `v` (their depths). */
class Reordered implements EventSequence {
  readonly length: number
  private readonly log: EventLog
  private readonly i: number
  private readonly v: Int32Array

  constructor(log: EventLog, i: number, v: Int32Array, count: number) {
    this.log = log
    this.i = i
    this.v = v
    this.length = i + count
  }

  private depth(k: number): number {
    return k < this.i ? k : this.v[k - this.i]!
  }
  spec(k: number): OperationSpec {
    return this.log.specs[this.depth(k)]!
  }
  accesses(k: number): Accesses {
    return this.log.accesses[this.depth(k)]!
  }
  amount(k: number): number {
    return this.log.amount[this.depth(k)]!
  }
  hasSucceeded(k: number): boolean {
    return this.log.has(this.depth(k), EventFlag.succeeded)
  }
}

/**
 * Whether an operation that can block would be enabled after the first `i` events of the log and then the `length`
 * events `v` (their depths): a race can only be reversed if it would (errata 23). Some operations can tell from the log
 * (`enabledAfter`); for all others the sequence is executed.
 */
export function wouldBeEnabled(
  execution: Execution,
  log: EventLog,
  i: number,
  v: Int32Array,
  length: number,
  { spec, target, thread }: BlockingOperation,
): boolean {
  if (spec.enabledAfter !== null) return spec.enabledAfter(new Reordered(log, i, v, length), target!)
  return tryOut(execution, log, i, v, length, thread)
}

function tryOut(execution: Execution, log: EventLog, i: number, v: Int32Array, length: number, thread: Slot): boolean {
  return afterSequence(execution, log, i, v, length, () => execution.isEnabled(thread))
}

/** Whether the thread's compare-and-swap would fail after that sequence. */
export function wouldFail(
  execution: Execution,
  log: EventLog,
  i: number,
  v: Int32Array,
  length: number,
  thread: Slot,
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
