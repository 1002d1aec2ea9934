import type { OperationSpec } from '../program/operation.ts'

/**
 * The states along the current execution: for each depth the threads enabled there, those to explore from there (the
 * backtrack set) and those already explored. Columns, so that a push allocates nothing.
 */
export class SearchStack {
  private capacity = 256
  enabledLo = new Int32Array(256)
  enabledHi = new Int32Array(256)
  backtrackLo = new Int32Array(256)
  backtrackHi = new Int32Array(256)
  doneLo = new Int32Array(256)
  doneHi = new Int32Array(256)
  /** How many values the event taken from here can choose among: 1 unless it is a `choose`. */
  choices = new Int32Array(256)
  /** What the event taken from here did when it first ran, to notice when a replay diverges. */
  readonly specs: OperationSpec[] = []

  enter(depth: number, enabledLo: number, enabledHi: number): void {
    if (depth >= this.capacity) this.grow()
    this.enabledLo[depth] = enabledLo
    this.enabledHi[depth] = enabledHi
    this.backtrackLo[depth] = 0
    this.backtrackHi[depth] = 0
    this.doneLo[depth] = 0
    this.doneHi[depth] = 0
  }

  addBacktrack(depth: number, lo: number, hi: number): void {
    this.backtrackLo[depth]! |= lo
    this.backtrackHi[depth]! |= hi
  }

  markDone(depth: number, slot: number): void {
    if (slot < 32) this.doneLo[depth]! |= 1 << slot
    else this.doneHi[depth]! |= 1 << slot
  }

  private grow(): void {
    this.capacity *= 2
    const larger = (old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const next = new Int32Array(this.capacity)
      next.set(old)
      return next
    }
    this.enabledLo = larger(this.enabledLo)
    this.enabledHi = larger(this.enabledHi)
    this.backtrackLo = larger(this.backtrackLo)
    this.backtrackHi = larger(this.backtrackHi)
    this.doneLo = larger(this.doneLo)
    this.doneHi = larger(this.doneHi)
    this.choices = larger(this.choices)
  }
}
