/**
 * A set of 64-bit hashes, each two 32-bit lanes, by open addressing. Growing by half at 80% load keeps it at no more
 * than 15 bytes per element; a Set of bigints costs ten times that and a hundred times the time.
 */
export class HashSet {
  size = 0
  private capacity: number
  private lanes: Int32Array

  /** With so many places, to begin with. */
  constructor(capacity = 1024) {
    this.capacity = capacity
    this.lanes = new Int32Array(2 * capacity)
  }

  /** True when the hash was not there before. */
  add(lo: number, hi: number): boolean {
    if ((lo | hi) === 0) lo = 1 // both zero marks an empty place
    if (!this.insert(lo, hi)) return false
    this.size++
    if (this.size > this.capacity * 0.8) this.grow()
    return true
  }

  has(lo: number, hi: number): boolean {
    if ((lo | hi) === 0) lo = 1
    const { lanes, capacity } = this
    for (let at = this.place(hi); ; at = at + 1 === capacity ? 0 : at + 1) {
      const l = lanes[2 * at]!
      const h = lanes[2 * at + 1]!
      if (l === lo && h === hi) return true
      if ((l | h) === 0) return false
    }
  }

  forEach(visit: (lo: number, hi: number) => void): void {
    const { lanes } = this
    for (let i = 0; i < lanes.length; i += 2) if ((lanes[i]! | lanes[i + 1]!) !== 0) visit(lanes[i]!, lanes[i + 1]!)
  }

  clear(): void {
    this.size = 0
    this.lanes.fill(0)
  }

  get bytes(): number {
    return this.lanes.byteLength
  }

  private place(hi: number): number {
    return Math.floor(((hi >>> 0) / 0x1_0000_0000) * this.capacity)
  }

  private insert(lo: number, hi: number): boolean {
    const { lanes, capacity } = this
    for (let at = this.place(hi); ; at = at + 1 === capacity ? 0 : at + 1) {
      const l = lanes[2 * at]!
      const h = lanes[2 * at + 1]!
      if (l === lo && h === hi) return false
      if ((l | h) === 0) {
        lanes[2 * at] = lo
        lanes[2 * at + 1] = hi
        return true
      }
    }
  }

  private grow(): void {
    const old = this.lanes
    this.capacity = Math.ceil(this.capacity * 1.5)
    this.lanes = new Int32Array(2 * this.capacity)
    for (let i = 0; i < old.length; i += 2) if ((old[i]! | old[i + 1]!) !== 0) this.insert(old[i]!, old[i + 1]!)
  }
}
