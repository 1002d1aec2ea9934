/** Where a depth-first search stands between two executions, as plain data: what `--resume` goes on from. */
import type { Reduction } from '../../search/reduction.ts'
import type { SearchStack } from '../../search/search-stack.ts'
import { Optimal } from '../../search/strategies/optimal.ts'

type Columns = {
  -readonly [K in keyof SearchStack as SearchStack[K] extends Int32Array | Uint8Array ? K : never]: number[]
}

/** A wakeup tree. */
type TreeData = readonly number[]

export interface SearchPosition {
  /** Thread handles by slot. */
  readonly handles: readonly number[]
  readonly threads: readonly number[]
  readonly choices: readonly number[]
  readonly stack: Columns
  readonly tree: TreeData | null
  readonly subtrees: readonly (readonly number[])[]
  readonly counters: {
    readonly executions: number
    readonly transitions: number
    readonly excluded: number
    readonly unfair: number
    readonly cut: number
  }
}

const columnNames = (stack: SearchStack): (keyof Columns)[] =>
  (Object.keys(stack) as (keyof Columns)[]).filter((name) => ArrayBuffer.isView(stack[name]))

export function saveStack(stack: SearchStack, depth: number): Columns {
  return Object.fromEntries(columnNames(stack).map((name) => [name, [...stack[name].subarray(0, depth)]])) as Columns
}

export function restoreStack(stack: SearchStack, columns: Columns): void {
  for (const name of columnNames(stack)) stack[name].set(columns[name])
}

/** The optimal reduction keeps what is left to explore in wakeup trees. */
export function saveTrees(reduction: Reduction): TreeData | null {
  return reduction instanceof Optimal ? reduction.save() : null
}

export function restoreTrees(reduction: Reduction, data: TreeData | null, depth: number): void {
  if (reduction instanceof Optimal && data !== null) reduction.restore(data, depth)
}
