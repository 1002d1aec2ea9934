import type { Slot } from '../base/thread-numbers.ts'
import { Access, conflict } from '../dependence/accesses.ts'
import type { Transition } from '../trace/transition.ts'
import { doubled } from '../base/columns.ts'

const NONE = -1

/**
 * A sequence of transitions that asks quickly what can come first. Transitions are linked by the cell they access, so
 * that a transition is compared only with those that it can conflict with. One object is filled again and again.
 */
export class Sequence {
  length = 0
  readonly steps: Transition[] = []
  private removed: Uint8Array
  /** By position: the next position with the same first cell. */
  private nextOnCell: Int32Array
  /** By cell: the first and last position there, valid if the stamp is the current one. */
  private readonly first: Int32Array
  private readonly last: Int32Array
  private readonly stamps: Int32Array
  private stamp = 0
  private readonly firstOfThread: Int32Array
  /** Some transition accesses more than one cell, so that links do not tell everything. */
  private wide = false
  /** Only what is in the sequence can start it: I(v) instead of WI(v). */
  strict = false

  constructor(cells: number, threads: number, room: number) {
    this.firstOfThread = new Int32Array(threads)
    this.removed = new Uint8Array(room)
    this.nextOnCell = new Int32Array(room)
    this.first = new Int32Array(cells)
    this.last = new Int32Array(cells)
    this.stamps = new Int32Array(cells)
  }

  clear(): void {
    this.length = 0
    this.wide = false
    this.stamp++
    this.firstOfThread.fill(NONE)
  }

  add(step: Transition): void {
    const at = this.length++
    if (at >= this.removed.length) this.grow()
    this.steps[at] = step
    this.removed[at] = 0
    this.nextOnCell[at] = NONE
    if (this.firstOfThread[step.thread] === NONE) this.firstOfThread[step.thread] = at
    if (isWide(step)) this.wide = true
    if (step.accesses.access === Access.none) return
    const { cell } = step.accesses
    if (this.stamps[cell] === this.stamp) this.nextOnCell[this.last[cell]!] = at
    else {
      this.stamps[cell] = this.stamp
      this.first[cell] = at
    }
    this.last[cell] = at
  }

  /** Takes the first transition of the thread out, if there is one. */
  removeFirstOf(thread: Slot): void {
    const at = this.firstOfThread[thread]!
    if (at === NONE) return
    this.removed[at] = 1
    let next = at + 1
    while (next < this.length && (this.removed[next] === 1 || this.steps[next]!.thread !== thread)) next++
    this.firstOfThread[thread] = next < this.length ? next : NONE
  }

  /** Whether the transition at this position has not been taken out. */
  isLeft(at: number): boolean {
    return this.removed[at] === 0
  }

  /**
   * WI(v): whether the transition can come first without changing what v leads to [Abdulla et al., JACM 2017, Def.
   * 4.2]. It is v's own first transition of that thread, with the same value if it chooses one (-1: any), and nothing
   * before it in v depends on it; or v has none of that thread and nothing in v depends on it.
   */
  isWeakInitial(first: Transition): boolean {
    const own = this.firstOfThread[first.thread]!
    if (own === NONE && this.strict) return false
    if (own !== NONE && first.choice >= 0 && this.steps[own]!.choice !== first.choice) return false
    const end = own === NONE ? this.length : own
    if (this.wide || isWide(first)) return this.isIndependentUpTo(first, end)
    if (first.accesses.access === Access.none || this.stamps[first.accesses.cell] !== this.stamp) return true
    for (let i = this.firstOn(first.accesses.cell); i !== NONE && i < end; i = this.nextOnCell[i]!) {
      if (
        this.removed[i] === 0 &&
        (first.accesses.access | this.steps[i]!.accesses.access) >= Access.write &&
        (first.accesses.commutes === 0 || first.accesses.commutes !== this.steps[i]!.accesses.commutes)
      )
        return false
    }
    return true
  }

  /** I(v): whether the sequence has a transition of the thread, and its first one can come first. */
  startsWith(thread: Slot): boolean {
    const own = this.firstOfThread[thread]!
    return own !== NONE && this.isWeakInitial(this.steps[own]!)
  }

  /**
   * The first position with this cell that is left. Forgets those that were taken out, so that nobody passes them
   * again.
   */
  private firstOn(cell: number): number {
    let at = this.first[cell]!
    while (at !== NONE && this.removed[at] === 1) at = this.nextOnCell[at]!
    this.first[cell] = at
    return at
  }

  protected isIndependentUpTo(first: Transition, end: number): boolean {
    for (let i = 0; i < end; i++)
      if (this.removed[i] === 0 && conflict(first.accesses, this.steps[i]!.accesses)) return false
    return true
  }

  private grow(): void {
    this.removed = doubled(this.removed)
    this.nextOnCell = doubled(this.nextOnCell)
  }
}

/** A thread's end counts only against what has a second cell. */
function isWide(step: Transition): boolean {
  return step.accesses.cell2 >= 0 || step.accesses.stride < step.accesses.bytes
}
