/** How a transition touches a cell. */
export const Access = { none: 0, read: 1, write: 2 } as const
export type Access = (typeof Access)[keyof typeof Access]

/**
 * What one transition accesses, in cells (`cells.ts`): all that the dependence relation needs to know of it. A range of
 * cells, for the few operations that touch two things (bytes and wait list, condition and mutex) a second single cell,
 * and for a thread's last event the thread's end.
 */
export class Accesses {
  /** First cell, how many bytes from there, and the step between cells: see `Allocation.cellBytes`. */
  cell = 0
  bytes = 0
  stride = 1
  access: Access = Access.none
  /** The kind of a write that commutes with its own kind, or 0. */
  commutes = 0
  /** A second single cell, or -1. */
  cell2 = -1
  access2: Access = Access.none
  /** The cell of its thread's end, which a thread's last event writes (errata 14); or -1. */
  end = -1

  /** Of nothing. */
  clear(): void {
    this.access = Access.none
    this.commutes = 0
    this.cell2 = -1
    this.access2 = Access.none
  }

  /** Of a range of cells. */
  range(cell: number, bytes: number, stride: number, access: Access): this {
    this.cell = cell
    this.bytes = bytes
    this.stride = stride
    this.access = access
    return this
  }

  /** And of a second cell. */
  also(cell2: number, access2: Access): this {
    this.cell2 = cell2
    this.access2 = access2
    return this
  }

  set(other: Accesses): this {
    this.cell = other.cell
    this.bytes = other.bytes
    this.stride = other.stride
    this.access = other.access
    this.commutes = other.commutes
    this.cell2 = other.cell2
    this.access2 = other.access2
    this.end = other.end
    return this
  }

  equals(other: Accesses): boolean {
    return (
      this.cell === other.cell &&
      this.bytes === other.bytes &&
      this.stride === other.stride &&
      this.access === other.access &&
      this.commutes === other.commutes &&
      this.cell2 === other.cell2 &&
      this.access2 === other.access2 &&
      this.end === other.end
    )
  }

  /** For others that share the words: all but `commutes` and `end`. */
  write(words: Int32Array, at: number): void {
    words[at] = this.cell
    words[at + 1] = this.bytes
    words[at + 2] = this.stride
    words[at + 3] = this.access
    words[at + 4] = this.cell2
    words[at + 5] = this.access2
  }

  read(words: Int32Array, at: number): this {
    this.cell = words[at]!
    this.bytes = words[at + 1]!
    this.stride = words[at + 2]!
    this.access = words[at + 3]! as Access
    this.cell2 = words[at + 4]!
    this.access2 = words[at + 5]! as Access
    return this
  }
}

/**
 * Whether transitions of two different threads are dependent [bpor.txt, Def. 2.3]: both access a cell and one of them
 * writes it, unless these writes commute. What only one of them could have done is not in it: enabledness shows in what
 * operations access (bpor.txt, Def. 2.2).
 */
export function conflict(a: Accesses, b: Accesses): boolean {
  if (
    a.access !== Access.none &&
    b.access !== Access.none &&
    (a.access | b.access) >= Access.write &&
    a.cell < b.cell + b.bytes &&
    b.cell < a.cell + a.bytes
  )
    return a.commutes === 0 || a.commutes !== b.commutes
  if ((a.cell2 & b.cell2 & a.end & b.end) === -1) return false
  return secondConflicts(a, b) || secondConflicts(b, a)
}

/** The second cell or the thread's end of `a` against all of `b`. */
function secondConflicts(a: Accesses, b: Accesses): boolean {
  if (a.cell2 >= 0) {
    if (a.cell2 === b.cell2 && (a.access2 | b.access2) >= Access.write) return true
    if (
      b.access !== Access.none &&
      (a.access2 | b.access) >= Access.write &&
      a.cell2 >= b.cell &&
      a.cell2 < b.cell + b.bytes
    )
      return true
  }
  return a.end >= 0 && a.end === b.cell2
}
