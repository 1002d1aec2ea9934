import { Accesses } from '../dependence/accesses.ts'
import { threadEnd } from '../dependence/cells.ts'
import { isChoose, isYield } from '../program/operations/controls.ts'
import type { Operation } from '../program/operations/operation.ts'
import { hasTimedOut, type OperationSpec, Order } from '../program/operations/operation-spec.ts'
import { doubled } from '../base/columns.ts'

/** Facts about an event, as bits. */
export const EventFlag = {
  /** It was a yield. */
  yields: 1,
  /** It may have enabled other threads or, where several bounds are combined, disabled them. */
  changesEnabledness: 2,
  /** Its value was chosen by the search. */
  chooses: 8,
  /** It was inside sealed code, not first there. */
  sealed: 16,
  /** It was an attempt (tryLock, tryAcquire) and it succeeded. */
  succeeded: 32,
  /** It was a compare-and-swap and it failed. */
  failed: 64,
} as const

/**
 * The executed events of the current execution, by depth, in columns. What an event accessed must be noted before it
 * runs: the operation object then describes the thread's next operation.
 */
export class EventLog {
  /** How many cells there are to access. */
  readonly cells: number
  private capacity = 1
  thread = new Int32Array(1)
  /** The value that the search chose; 0 for all operations but `choose`. */
  choice = new Int32Array(1)
  /** What it accessed. One object for each depth, filled again and again. */
  readonly accesses: Accesses[] = []
  flags = new Uint8Array(1)
  /** The slot of the thread that this event spawned, or -1. */
  spawned = new Int32Array(1)
  /** Where in the source, or 0. */
  site = new Int32Array(1)
  /** How much a semaphore's release gave. */
  amount = new Int32Array(1)
  /** What the event was, to notice when a replay diverges. */
  readonly specs: OperationSpec[] = []
  /** What spawned threads are, joins wait for and choices are made among; undefined for operations with a location. */
  readonly operands: unknown[] = []

  /** With room for so many events, to begin with. */
  constructor(cells: number, room = 256) {
    this.cells = cells
    this.accesses.push(new Accesses())
    this.reserve(room - 1)
  }

  /** Makes room for event number `depth`. */
  reserve(depth: number): void {
    while (depth >= this.capacity) this.grow()
  }

  /** Notes the operation that thread `op.thread` is about to execute as event number `depth`. */
  record(depth: number, op: Operation, choice: number): void {
    this.reserve(depth)
    this.thread[depth] = op.thread
    this.choice[depth] = choice
    this.flags[depth] =
      (isYield(op) ? EventFlag.yields : 0) |
      (this.changesEnabledness(op) ? EventFlag.changesEnabledness : 0) |
      (isChoose(op) ? EventFlag.chooses : 0) |
      (op.sealed ? EventFlag.sealed : 0)
    this.spawned[depth] = -1
    this.amount[depth] = typeof op.operand === 'number' ? op.operand : 0
    this.site[depth] = op.site
    this.specs[depth] = op.spec
    this.operands[depth] = op.target === null ? op.operand : undefined
    this.accesses[depth]!.set(op.accesses)
  }

  /**
   * "Is a release operation". Where fairness is combined with a bound that looks at the enabledness of others, all
   * operations that may block count too [Coons, dissertation, 6.6].
   */
  changesEnabledness(op: Operation): boolean {
    return op.spec.releases || (this.blockingCounts && op.spec.enabled !== null)
  }

  /** Set by a search that combines bounds. */
  blockingCounts = false

  has(depth: number, flag: number): boolean {
    return (this.flags[depth]! & flag) !== 0
  }

  /** The event has been executed and its thread received a value; `operand` is what it was executed with. */
  received(depth: number, value: unknown, operand: unknown): void {
    const spec = this.specs[depth]!
    if (hasTimedOut(spec, value)) this.flags[depth]! |= EventFlag.yields
    if (spec.attempts === true && spec.succeeded(value)) this.flags[depth]! |= EventFlag.succeeded
    if ((spec.orders! & Order.ifExpected) !== 0 && value !== operand) this.flags[depth]! |= EventFlag.failed
  }

  /** The event was its thread's last one: it writes the thread's end (errata 14). */
  end(depth: number): void {
    this.accesses[depth]!.end = threadEnd(this.thread[depth]!)
  }

  private grow(): void {
    this.capacity *= 2
    while (this.accesses.length < this.capacity) this.accesses.push(new Accesses())
    this.thread = doubled(this.thread)
    this.choice = doubled(this.choice)
    this.flags = doubled(this.flags)
    this.spawned = doubled(this.spawned)
    this.amount = doubled(this.amount)
    this.site = doubled(this.site)
  }
}
