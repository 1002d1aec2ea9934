/** Where a depth-first search stands between two executions, as plain data: what `--resume` goes on from. */
import type { Handle } from '../../base/thread-numbers.ts'
import type { SavedStack } from '../../search/search-stack.ts'

export interface SearchPosition {
  /** By allocation: the smallest pieces in which it had been accessed, on which it depends what waits for what. */
  readonly cellBytes: readonly number[]
  /** Thread handles by slot. */
  readonly handles: readonly Handle[]
  readonly threads: readonly number[]
  readonly choices: readonly number[]
  readonly stack: SavedStack
  /** What the reduction keeps beside the stack: wakeup trees. */
  readonly tree: readonly number[]
  readonly subtrees: readonly (readonly number[])[]
  readonly counters: {
    readonly executions: number
    readonly transitions: number
    readonly excluded: number
    readonly unfair: number
    readonly cut: number
  }
}
