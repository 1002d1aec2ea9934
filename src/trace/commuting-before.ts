import type { Slot } from '../base/thread-numbers.ts'
import { COMMUTING_KINDS } from '../program/operations/atomics.ts'
import type { EventLog } from './event-log.ts'
import type { Transition } from './transition.ts'
import { HappensBefore } from './happens-before.ts'

/**
 * Happens-before where writes of one kind commute: rows also have, for each kind, by thread its last write of that
 * kind. Such a write comes after all but its own kind, and everything but its own kind comes after it.
 */
export class CommutingBefore extends HappensBefore {
  /** The kind of the operation that is being examined. */
  private examined = 0

  constructor(log: EventLog, most: number, room = 256) {
    super(log, most, room, COMMUTING_KINDS)
  }

  protected override join(depth: number, cell: number, writes: boolean): void {
    super.join(depth, cell, writes)
    const own = writes ? this.log.accesses[depth]!.commutes : 0
    const row = this.rowOf(cell)
    const lastWrite = this.rows[row]!
    for (let kind = 1; kind <= COMMUTING_KINDS; kind++) {
      if (kind === own) continue
      const last = this.lastOfKind(row, kind)
      for (let t = 0; t < this.threads; t++)
        if (this.rows[last + t]! > lastWrite) this.joinClock(depth, this.rows[last + t]!)
    }
  }

  protected override mark(cell: number, thread: Slot, depth: number, writes: boolean): void {
    const own = cell === this.log.accesses[depth]!.cell ? this.log.accesses[depth]!.commutes : 0
    if (own === 0) super.mark(cell, thread, depth, writes)
    else this.set(this.lastOfKind(this.rowOf(cell), own) + thread, depth)
  }

  override examine(transition: Pick<Transition, 'thread' | 'accesses'>): void {
    this.examined = transition.accesses.commutes
    super.examine(transition)
  }

  protected override examineCell(cell: number, writes: boolean): void {
    super.examineCell(cell, writes)
    const { recent, rows } = this
    const row = this.rowOf(cell)
    for (let kind = 1; kind <= COMMUTING_KINDS; kind++) {
      if (kind === this.examined) continue
      const last = this.lastOfKind(row, kind)
      for (let t = 0; t < this.threads; t++) if (rows[last + t]! > recent[t]!) recent[t] = rows[last + t]!
    }
  }

  private lastOfKind(row: number, kind: number): number {
    return row + 1 + (1 + kind) * this.width
  }
}
