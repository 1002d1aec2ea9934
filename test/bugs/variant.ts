/** Which form of a program of the suite is meant. */
export interface Variant {
  /** The same program without the bug. */
  readonly fixed?: boolean
  /** How many threads, rounds or items it has, where that varies; each program says which. */
  readonly n?: number
}
