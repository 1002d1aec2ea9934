import { COMMUTING_KINDS } from '../program/operations/atomics.ts'
import type { EventLog } from './event-log.ts'
import { UndoList } from '../base/undo-list.ts'
import { TraceHash } from './trace-hash.ts'

const LANES = 2 * COMMUTING_KINDS

/**
 * The same where writes of one kind commute. Beside the last write and the sum of the reads since, each cell has for
 * each kind the sum of the writes of that kind since: an event that does not commute with them comes after them all, in
 * no order.
 */
export class CommutingHash extends TraceHash {
  private readonly sums: Int32Array
  /** The kind of the event that is being pushed. */
  private kind = 0
  /** Places in sums. */
  private readonly changed: UndoList

  constructor(log: EventLog, room = 256) {
    super(log, room)
    this.changed = new UndoList(room)
    this.sums = new Int32Array(LANES * log.cells)
  }

  override push(depth: number): void {
    this.changed.begin()
    this.kind = this.log.accesses[depth]!.commutes
    super.push(depth)
  }

  override pop(depth: number): void {
    super.pop(depth)
    const { changed, sums } = this
    const { pairs } = changed
    const start = changed.end()
    for (let at = changed.top - 2; at >= start; at -= 2) sums[pairs[at]!] = pairs[at + 1]!
    changed.top = start
  }

  protected override see(cell: number, writes: boolean): void {
    super.see(cell, writes)
    for (let kind = 1; kind <= COMMUTING_KINDS; kind++) {
      const at = this.sumOf(cell, kind)
      if (kind !== this.kind) this.absorb(this.sums[at]!, this.sums[at + 1]!)
    }
  }

  protected override touch(cell: number, writes: boolean): void {
    if (this.kind !== 0) {
      const at = this.sumOf(cell, this.kind)
      this.setSum(at, (this.sums[at]! + this.lo) | 0, (this.sums[at + 1]! + this.hi) | 0)
      return
    }
    super.touch(cell, writes)
    if (writes) for (let kind = 1; kind <= COMMUTING_KINDS; kind++) this.setSum(this.sumOf(cell, kind), 0, 0)
  }

  private setSum(at: number, lo: number, hi: number): void {
    const { changed, sums } = this
    changed.note(at, sums[at]!)
    changed.note(at + 1, sums[at + 1]!)
    sums[at] = lo
    sums[at + 1] = hi
  }

  private sumOf(cell: number, kind: number): number {
    return LANES * cell + 2 * (kind - 1)
  }
}
