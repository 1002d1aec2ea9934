import { KeyTable } from './key-table.ts'

/** A set of 64-bit hashes, each two 32-bit lanes. */
export class HashSet extends KeyTable {
  /** With so many places, to begin with. */
  constructor(places = 1024) {
    super(2, places)
  }

  /** True when the hash was not there before. */
  add(lo: number, hi: number): boolean {
    const place = this.placeOfWords(lo, hi)
    if (!this.isFree(place)) return false
    this.takeWords(place, lo, hi)
    if (this.isFull) this.grow(null)
    return true
  }

  has(lo: number, hi: number): boolean {
    return !this.isFree(this.placeOfWords(lo, hi))
  }

  forEach(visit: (lo: number, hi: number) => void): void {
    this.forEachKey((keys, from) => visit(keys[from]!, keys[from + 1]!))
  }
}
