import { MAX_THREADS } from '../program/program.ts'

/**
 * Everything that events can depend on through, as one range of integers: the program's bytes, the wait lists of its words,
 * and the ends of its threads. Operations name the latter two by negative addresses (see `controls.ts`).
 */
export class CellMap {
  readonly count: number
  private readonly waitLists: number
  private readonly threadEnds: number

  constructor(extent: number) {
    this.waitLists = extent
    this.threadEnds = extent + (extent >> 2) + 1
    this.count = this.threadEnds + MAX_THREADS
  }

  cellOf(address: number): number {
    if (address >= 0) return address
    const n = -address - 2
    return (n & 1) === 0 ? this.threadEnds + (n >> 1) : this.waitLists + (((n - 1) >> 1) >> 2)
  }

  /** The slot of the thread whose end the cell stands for, or -1. */
  threadOf(cell: number): number {
    return cell >= this.threadEnds ? cell - this.threadEnds : -1
  }

  threadEnd(slot: number): number {
    return this.threadEnds + slot
  }
}
