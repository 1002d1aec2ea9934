import type { Slot } from '../base/thread-numbers.ts'
import type { ThreadSets } from '../base/thread-sets.ts'
import { doubled } from '../base/columns.ts'
import { ThreadStatus } from '../execution/controlled-thread.ts'
import type { ThreadNames } from '../execution/backtracking/state-digest.ts'
import type { ThreadKinds } from '../execution/backtracking/thread-kinds.ts'
import type { Execution } from '../execution/execution.ts'

/**
 * For each state of the search stack a permutation of interchangeable threads, which takes it to a state that stands for
 * all those that differ only in who is who: the threads of a kind that are there, in the order of their local states,
 * those that sleep first. Any permutation would be sound, as long as all that is kept of a state is renamed by it;
 * states of which equal ones get different names are explored more than once. A thread that is not there yet has its
 * own name: it is the same in all states that the permutation takes to each other, since nobody that spawns is renamed.
 */
export class Renaming implements ThreadNames {
  /** By kind, and then by number. */
  readonly renamed: Slot[] = []
  private readonly kinds: ThreadKinds
  private readonly width: number
  /** By state and thread: the name, and by state and name the thread. */
  private names: Int32Array<ArrayBuffer>
  private threads: Int32Array<ArrayBuffer>
  /** By kind, and then by what they are. */
  private readonly sorted: Slot[] = []
  private readonly keys: number[] = []

  constructor(kinds: ThreadKinds, width: number) {
    this.kinds = kinds
    this.width = width
    this.names = Int32Array.from({ length: width }, (_, slot) => slot)
    this.threads = this.names.slice()
  }

  /** Gives names to the threads in a state that the search has just come to. */
  choose(state: number, { threads }: Execution, sleep: ThreadSets): void {
    const row = state * this.width
    while (row >= this.names.length) this.grow()
    const { renamed, sorted, keys, kinds } = this
    renamed.length = sorted.length = 0
    for (let slot = 0; slot < threads.length; slot++) {
      this.names[row + slot] = this.threads[row + slot] = slot
      const { status, localState } = threads[slot]!
      if (status === ThreadStatus.absent || !kinds.isShared(slot)) continue
      keys[slot] = 2 * (localState?.id ?? 0) + (sleep.has(state, slot) ? 0 : 1)
      const kind = kinds.of(slot)
      let at = renamed.length
      for (; at > 0 && kinds.of(renamed[at - 1]!) > kind; at--) renamed[at] = renamed[at - 1]!
      renamed[at] = slot
      at = sorted.length
      for (; at > 0 && this.comesAfter(sorted[at - 1]!, kind, keys[slot]!); at--) sorted[at] = sorted[at - 1]!
      sorted[at] = slot
    }
    for (let i = 0; i < renamed.length; i++) {
      this.names[row + sorted[i]!] = renamed[i]!
      this.threads[row + renamed[i]!] = sorted[i]!
    }
  }

  private comesAfter(slot: Slot, kind: number, key: number): boolean {
    const own = this.kinds.of(slot)
    return own > kind || (own === kind && this.keys[slot]! > key)
  }

  isRenamed(thread: Slot): boolean {
    return this.kinds.isShared(thread)
  }

  hasChanged(state: number): boolean {
    const { names, width } = this
    const row = state * width
    for (const slot of this.renamed) if (names[row + slot] !== names[row - width + slot]) return true
    return false
  }

  nameOf(state: number, thread: Slot): Slot {
    return this.names[state * this.width + thread]!
  }
  threadOf(state: number, name: Slot): Slot {
    return this.threads[state * this.width + name]!
  }

  private grow(): void {
    const { names, threads, width } = this
    this.names = doubled(names)
    this.threads = doubled(threads)
    // Those that are not there in a state keep their names.
    for (let at = names.length; at < this.names.length; at++) this.names[at] = this.threads[at] = at % width
  }
}
