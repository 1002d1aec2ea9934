import type { Slot } from '../base/thread-numbers.ts'
import type { ThreadSets } from '../base/thread-sets.ts'
import { doubled } from '../base/columns.ts'
import type { ThreadNames } from '../execution/backtracking/state-digest.ts'
import type { Execution } from '../execution/execution.ts'
import type { Symmetry } from '../program/threads/symmetry.ts'

/**
 * For each state of the search stack a permutation of interchangeable threads, which takes it to a state that stands for
 * all those that differ only in who is who: the members of a group in the order of their local states, those that sleep
 * first. Any permutation would be sound, as long as all that is kept of a state is renamed by it; states of which equal
 * ones get different names are explored more than once.
 */
export class Renaming implements ThreadNames {
  readonly renamed: readonly Slot[]
  private readonly groups: readonly (readonly Slot[])[]
  private readonly width: number
  /** By state and thread: the name, and by state and name the thread. */
  private names: Int32Array<ArrayBuffer>
  private threads: Int32Array<ArrayBuffer>
  private readonly sorted: Slot[] = []

  constructor({ groups }: Symmetry, width: number) {
    this.groups = groups
    this.renamed = groups.flat()
    this.width = width
    this.names = Int32Array.from({ length: width }, (_, slot) => slot)
    this.threads = this.names.slice()
  }

  /** Gives names to the threads in a state that the search has just come to. */
  choose(state: number, { threads }: Execution, sleep: ThreadSets): void {
    const row = state * this.width
    while (row >= this.names.length) this.grow()
    const { sorted } = this
    for (const group of this.groups) {
      sorted.length = 0
      for (const slot of group) {
        const key = 2 * (threads[slot]!.localState?.id ?? 0) + (sleep.has(state, slot) ? 0 : 1)
        let at = sorted.length
        for (; at > 0 && this.keys[sorted[at - 1]!]! > key; at--) sorted[at] = sorted[at - 1]!
        this.keys[slot] = key
        sorted[at] = slot
      }
      for (let i = 0; i < group.length; i++) {
        this.names[row + sorted[i]!] = group[i]!
        this.threads[row + group[i]!] = sorted[i]!
      }
    }
  }
  private readonly keys: number[] = []

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
    // Those that are in no group keep their names.
    for (let at = names.length; at < this.names.length; at++) this.names[at] = this.threads[at] = at % width
  }
}
