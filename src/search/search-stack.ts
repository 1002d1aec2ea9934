import type { Slot } from '../base/thread-numbers.ts'
import { doubled } from '../base/columns.ts'
import { ThreadSets } from '../base/thread-sets.ts'

/** What a search can put back to go on from: its columns up to some depth. */
export interface SavedStack {
  readonly sets: readonly (readonly number[])[]
  readonly facts: readonly (readonly number[])[]
}

/**
 * The states along the current sequence S, in columns: state number d is pre(S, d), and `final(S)` the last one. For
 * each the threads enabled there, and the sets that all searches have. A reduction adds columns of its own.
 */
export class SearchStack {
  private capacity = 1
  /** How many words a set of threads has. */
  readonly width: number
  private readonly awake: Int32Array
  private readonly sets: ThreadSets[] = []
  readonly enabled: ThreadSets
  /**
   * Threads whose whole sub-tree was explored, so that it stands for what commutes with it: they may go to sleep.
   */
  readonly complete: ThreadSets
  readonly sleep: ThreadSets
  /** Enabled threads whose next transition exceeds a bound, and those of them that exceed the fair bound. */
  readonly over: ThreadSets
  readonly unfair: ThreadSets
  // Threads whose next transition is a compare-and-swap, and those of them that would fail; only where that counts as a
  // read.
  readonly compares: ThreadSets
  readonly fails: ThreadSets
  /** Set where all but the last thread are over because it is inside sealed code. */
  sealed = new Uint8Array(1)
  /** Alg. 18's boundExceeded: something reachable from here was excluded by a bound, or cut. */
  exceeded = new Uint8Array(1)
  /** An execution through here was cut at the depth limit. */
  cut = new Uint8Array(1)
  /** What was reached by the event that is explored from here (all values of a `choose` so far) does not stand. */
  incompleteBelow = new Uint8Array(1)
  /** Set where a state was known, so that nothing is explored from it. */
  known = new Uint8Array(1)
  /** How many values the event taken from here can choose among: 1 unless it is a `choose`. */
  choices = new Int32Array(1)

  /** With room for so many states, to begin with. */
  constructor(width: number, room: number) {
    this.width = width
    this.awake = new Int32Array(width)
    this.enabled = this.addSets()
    this.complete = this.addSets()
    this.sleep = this.addSets()
    this.over = this.addSets()
    this.unfair = this.addSets()
    this.compares = this.addSets()
    this.fails = this.addSets()
    this.reserve(room - 1)
  }

  /** One more set of threads for each state. Whoever asks for it clears it where a state is entered. */
  addSets(): ThreadSets {
    const sets = new ThreadSets(this.width, this.capacity)
    this.sets.push(sets)
    return sets
  }

  /** A new state; its sleep set has been set by the transition that led to it, who is enabled is set by the search. */
  enter(depth: number): void {
    this.complete.clear(depth)
    this.over.clear(depth)
    this.unfair.clear(depth)
    this.sealed[depth] = 0
    this.known[depth] = 0
    this.exceeded[depth] = 0
    this.cut[depth] = 0
    this.incompleteBelow[depth] = 0
  }

  /** The search goes back to the state from the one after it: what was met there, was met below this one. */
  goBack(depth: number): void {
    if (this.exceeded[depth + 1] === 1) this.exceeded[depth] = 1
    if (this.cut[depth + 1] === 1) this.cut[depth] = 1
  }

  reserve(depth: number): void {
    while (depth >= this.capacity) this.grow()
  }

  isEnabled(depth: number, thread: Slot): boolean {
    return this.enabled.has(depth, thread)
  }

  isAsleep(depth: number, thread: Slot): boolean {
    return this.sleep.has(depth, thread)
  }

  /** The enabled threads that are awake, until the next call; null when there are none. */
  awakeAt(depth: number): Int32Array | null {
    const { width, awake, enabled, sleep } = this
    let any = 0
    for (let word = 0, at = depth * width; word < width; word++, at++)
      any |= awake[word] = enabled.words[at]! & ~sleep.words[at]!
    return any === 0 ? null : awake
  }

  isOver(depth: number, thread: Slot): boolean {
    return this.over.has(depth, thread)
  }

  /** The first states, with the columns of whoever added some. */
  save(depth: number): SavedStack {
    return {
      sets: this.sets.map((column) => column.save(depth)),
      facts: this.facts.map((column) => [...column.subarray(0, depth)]),
    }
  }

  restore({ sets, facts }: SavedStack): void {
    this.sets.forEach((column, i) => column.restore(sets[i]!))
    this.facts.forEach((column, i) => column.set(facts[i]!))
  }

  private get facts(): readonly (Int32Array | Uint8Array)[] {
    return [this.sealed, this.exceeded, this.cut, this.incompleteBelow, this.known, this.choices]
  }

  private grow(): void {
    this.capacity *= 2
    for (const column of this.sets) column.grow()
    this.sealed = doubled(this.sealed)
    this.known = doubled(this.known)
    this.exceeded = doubled(this.exceeded)
    this.cut = doubled(this.cut)
    this.incompleteBelow = doubled(this.incompleteBelow)
    this.choices = doubled(this.choices)
  }
}
