/**
 * The running 64-bit hash, in two 32-bit lanes, by which events are named after their causal past, and what it keeps
 * for each cell: four lanes, the last write and the sum of the reads since (reads commute).
 */
export class CellHash {
  protected readonly cells: Int32Array
  protected lo = 0
  protected hi = 0

  constructor(cells: Int32Array) {
    this.cells = cells
  }

  protected absorb(lo: number, hi: number): void {
    const a = Math.imul(this.lo ^ lo, 0x9e3779b1)
    const b = Math.imul(this.hi ^ hi, 0x85ebca6b)
    this.lo = a ^ (b >>> 15) ^ (b << 7)
    this.hi = (b + (a ^ (a >>> 13))) | 0
  }

  protected finish(): void {
    let a = this.lo
    let b = this.hi
    a = Math.imul(a ^ (a >>> 16) ^ b, 0x7feb352d)
    b = Math.imul(b ^ (b >>> 15) ^ a, 0x846ca68b)
    a = Math.imul(a ^ (a >>> 14) ^ b, 0xc2b2ae35)
    this.lo = a ^ (a >>> 16)
    this.hi = b ^ (b >>> 13) ^ (a << 9)
  }

  /** An access comes after the last write; a write also after all reads since. */
  protected see(cell: number, writes: boolean): void {
    const { cells } = this
    this.absorb(cells[4 * cell]!, cells[4 * cell + 1]!)
    if (writes) this.absorb(cells[4 * cell + 2]!, cells[4 * cell + 3]!)
  }

  /** The event with this hash has accessed the cell. */
  protected mark(cell: number, writes: boolean, lo: number, hi: number): void {
    const { cells } = this
    const at = 4 * cell
    if (writes) {
      cells[at] = lo
      cells[at + 1] = hi
      cells[at + 2] = cells[at + 3] = 0
    } else {
      cells[at + 2] = (cells[at + 2]! + lo) | 0
      cells[at + 3] = (cells[at + 3]! + hi) | 0
    }
  }
}
