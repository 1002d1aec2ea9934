import { Access } from '../dependence/accesses.ts'
import { running } from '../program/context/execution-context.ts'
import { isCompareExchange } from '../program/operations/atomics.ts'
import type { Operation } from '../program/operations/operation.ts'
import type { EventLog } from '../trace/event-log.ts'

/** What the events of the current execution found in memory before they wrote, and what they compared with. */
export class FoundValues {
  private readonly found: unknown[] = []
  private readonly expected: unknown[] = []
  /** The type of the array, or null where nothing is known. */
  private readonly types: unknown[] = []

  /** The operation is about to become event `depth`. */
  note(depth: number, op: Operation): void {
    const { view } = op
    const known = op.accesses.access === Access.write && view !== null && !(view instanceof DataView)
    // What a primitive left there is never asked for: nothing compares where primitives are.
    this.types[depth] = known || isCompareExchange(op) ? view!.constructor : null
    // Whether symbolic values are equal is a condition, and only noted when it is tried out.
    if (running.shadows !== null) this.types[depth] = depth
    if (known) this.found[depth] = (view as Int32Array)[op.index]
    if (isCompareExchange(op)) this.expected[depth] = op.operand
  }

  /**
   * Whether the compare-and-swap e2 would fail if the write e just before it, and what comes after that, had not
   * happened. Whatever else writes there after e happens after it, so e2 would find what e found. Null when it must be
   * tried out: where e commutes with other updates, these are still there without it.
   */
  wouldFail(log: EventLog, e: number, e2: number): boolean | null {
    if (log.accesses[e]!.commutes !== 0) return null
    if (
      log.accesses[e]!.access !== Access.write ||
      this.types[e] !== this.types[e2] ||
      log.accesses[e]!.cell !== log.accesses[e2]!.cell
    )
      return null
    return this.found[e] !== this.expected[e2]
  }
}
