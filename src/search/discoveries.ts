import { HashSet } from '../base/hash-set.ts'

/** The local states that any of several searches has seen, up to so many: beyond that, nothing counts as new. */
export class Discoveries {
  private readonly known: HashSet
  private readonly most: number

  constructor(most: number, places: number) {
    this.most = most
    this.known = new HashSet(places)
  }

  /** Whether it is new. */
  add(lo: number, hi: number): boolean {
    return this.known.size < this.most && this.known.add(lo, hi)
  }
}
