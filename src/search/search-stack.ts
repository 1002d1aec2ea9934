import { doubled } from '../base/columns.ts'

/**
 * The states along the current sequence S, in columns: state number d is pre(S, d), and `final(S)` the last one. For
 * each the
 * threads enabled there and the sets of Alg. 8 and 18. Sets of threads are two words.
 */
export class SearchStack {
  private capacity = 1
  enabledLo = new Int32Array(1)
  enabledHi = new Int32Array(1)
  /** Threads to explore because of dependences. */
  backtrackLo = new Int32Array(1)
  backtrackHi = new Int32Array(1)
  /** Threads to explore because of the bound (Alg. 18's `pending`). */
  pendingLo = new Int32Array(1)
  pendingHi = new Int32Array(1)
  /** Threads that were explored from here, or found not to need it (Alg. 8's `visited`). */
  visitedLo = new Int32Array(1)
  visitedHi = new Int32Array(1)
  /** Those of them whose whole sub-tree was explored, with nothing excluded by a bound or cut: they may go to sleep. */
  completeLo = new Int32Array(1)
  completeHi = new Int32Array(1)
  sleepLo = new Int32Array(1)
  sleepHi = new Int32Array(1)
  /** Enabled threads whose next transition exceeds a bound, and those of them that exceed the fair bound. */
  overLo = new Int32Array(1)
  overHi = new Int32Array(1)
  unfairLo = new Int32Array(1)
  unfairHi = new Int32Array(1)
  // Threads whose next transition is a compare-and-swap, and those of them that would fail; only where that counts as a
  // read.
  comparesLo = new Int32Array(1)
  comparesHi = new Int32Array(1)
  failsLo = new Int32Array(1)
  failsHi = new Int32Array(1)
  /** Set where all but the last thread are over because it is inside sealed code. */
  sealed = new Uint8Array(1)
  /** Alg. 18's boundExceeded: something reachable from here was excluded by a bound, or cut. */
  exceeded = new Uint8Array(1)
  /** The same, for what was reached by the event that is being explored from here (all values of a `choose` so far). */
  exceededBelow = new Uint8Array(1)
  /** Set where a state was known, so that nothing is explored from it. */
  cached = new Uint8Array(1)
  /** How many values the event taken from here can choose among: 1 unless it is a `choose`. */
  choices = new Int32Array(1)

  /** With room for so many states, to begin with. */
  constructor(room: number) {
    this.reserve(room - 1)
  }

  /** A new state; its sleep set has been set by the transition that led to it. */
  enter(depth: number, enabledLo: number, enabledHi: number): void {
    this.enabledLo[depth] = enabledLo
    this.enabledHi[depth] = enabledHi
    this.backtrackLo[depth] = this.backtrackHi[depth] = 0
    this.pendingLo[depth] = this.pendingHi[depth] = 0
    this.visitedLo[depth] = this.visitedHi[depth] = 0
    this.completeLo[depth] = this.completeHi[depth] = 0
    this.overLo[depth] = this.overHi[depth] = 0
    this.unfairLo[depth] = this.unfairHi[depth] = 0
    this.sealed[depth] = 0
    this.cached[depth] = 0
    this.exceeded[depth] = 0
    this.exceededBelow[depth] = 0
  }

  reserve(depth: number): void {
    while (depth >= this.capacity) this.grow()
  }

  addBacktrack(depth: number, thread: number): void {
    if (thread < 32) this.backtrackLo[depth]! |= 1 << thread
    else this.backtrackHi[depth]! |= 1 << thread
  }

  addBacktrackAll(depth: number): void {
    this.backtrackLo[depth] = this.enabledLo[depth]!
    this.backtrackHi[depth] = this.enabledHi[depth]!
  }

  addPending(depth: number, thread: number): void {
    if (thread < 32) this.pendingLo[depth]! |= 1 << thread
    else this.pendingHi[depth]! |= 1 << thread
  }

  addPendingAll(depth: number): void {
    this.pendingLo[depth] = this.enabledLo[depth]!
    this.pendingHi[depth] = this.enabledHi[depth]!
  }

  markVisited(depth: number, thread: number): void {
    if (thread < 32) this.visitedLo[depth]! |= 1 << thread
    else this.visitedHi[depth]! |= 1 << thread
  }

  isVisited(depth: number, thread: number): boolean {
    return ((thread < 32 ? this.visitedLo[depth]! : this.visitedHi[depth]!) & (1 << thread)) !== 0
  }

  markComplete(depth: number, thread: number): void {
    if (thread < 32) this.completeLo[depth]! |= 1 << thread
    else this.completeHi[depth]! |= 1 << thread
  }

  isComplete(depth: number, thread: number): boolean {
    return ((thread < 32 ? this.completeLo[depth]! : this.completeHi[depth]!) & (1 << thread)) !== 0
  }

  isEnabled(depth: number, thread: number): boolean {
    return ((thread < 32 ? this.enabledLo[depth]! : this.enabledHi[depth]!) & (1 << thread)) !== 0
  }

  markOver(depth: number, thread: number): void {
    if (thread < 32) this.overLo[depth]! |= 1 << thread
    else this.overHi[depth]! |= 1 << thread
  }

  markUnfair(depth: number, thread: number): void {
    if (thread < 32) this.unfairLo[depth]! |= 1 << thread
    else this.unfairHi[depth]! |= 1 << thread
  }

  isUnfair(depth: number, thread: number): boolean {
    return ((thread < 32 ? this.unfairLo[depth]! : this.unfairHi[depth]!) & (1 << thread)) !== 0
  }

  isOver(depth: number, thread: number): boolean {
    return ((thread < 32 ? this.overLo[depth]! : this.overHi[depth]!) & (1 << thread)) !== 0
  }

  noteCompare(depth: number, thread: number, fails: boolean): void {
    const bit = 1 << thread
    if (thread < 32) {
      this.comparesLo[depth]! |= bit
      if (fails) this.failsLo[depth]! |= bit
    } else {
      this.comparesHi[depth]! |= bit
      if (fails) this.failsHi[depth]! |= bit
    }
  }

  compares(depth: number, thread: number): boolean {
    return ((thread < 32 ? this.comparesLo[depth]! : this.comparesHi[depth]!) & (1 << thread)) !== 0
  }

  fails(depth: number, thread: number): boolean {
    return ((thread < 32 ? this.failsLo[depth]! : this.failsHi[depth]!) & (1 << thread)) !== 0
  }

  isAsleep(depth: number, thread: number): boolean {
    return ((thread < 32 ? this.sleepLo[depth]! : this.sleepHi[depth]!) & (1 << thread)) !== 0
  }

  /** How many threads are left to explore from the state, as far as is known; with those of the bound or without. */
  left(depth: number, conservative: boolean): number {
    const lo = this.backtrackLo[depth]! | (conservative ? this.pendingLo[depth]! : 0)
    const hi = this.backtrackHi[depth]! | (conservative ? this.pendingHi[depth]! : 0)
    const notLo = this.visitedLo[depth]! | this.overLo[depth]! | this.sleepLo[depth]!
    const notHi = this.visitedHi[depth]! | this.overHi[depth]! | this.sleepHi[depth]!
    return sizeOf(lo & this.enabledLo[depth]! & ~notLo) + sizeOf(hi & this.enabledHi[depth]! & ~notHi)
  }

  private grow(): void {
    this.capacity *= 2
    this.enabledLo = doubled(this.enabledLo)
    this.enabledHi = doubled(this.enabledHi)
    this.backtrackLo = doubled(this.backtrackLo)
    this.backtrackHi = doubled(this.backtrackHi)
    this.pendingLo = doubled(this.pendingLo)
    this.pendingHi = doubled(this.pendingHi)
    this.visitedLo = doubled(this.visitedLo)
    this.visitedHi = doubled(this.visitedHi)
    this.completeLo = doubled(this.completeLo)
    this.completeHi = doubled(this.completeHi)
    this.sleepLo = doubled(this.sleepLo)
    this.sleepHi = doubled(this.sleepHi)
    this.overLo = doubled(this.overLo)
    this.overHi = doubled(this.overHi)
    this.unfairLo = doubled(this.unfairLo)
    this.unfairHi = doubled(this.unfairHi)
    this.comparesLo = doubled(this.comparesLo)
    this.comparesHi = doubled(this.comparesHi)
    this.failsLo = doubled(this.failsLo)
    this.failsHi = doubled(this.failsHi)
    this.sealed = doubled(this.sealed)
    this.cached = doubled(this.cached)
    this.exceeded = doubled(this.exceeded)
    this.exceededBelow = doubled(this.exceededBelow)
    this.choices = doubled(this.choices)
  }
}

function sizeOf(set: number): number {
  let size = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) size++
  return size
}
