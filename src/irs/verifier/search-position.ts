/** Where a depth-first search stands between two executions, as plain data: what `--resume` goes on from. */
import type { Reduction } from '../../search/reduction.ts'
import type { SearchStack } from '../../search/search-stack.ts'
import { WakeupTree } from '../../search/wakeup-tree.ts'
import { Footprint } from '../../trace/footprint.ts'

type Columns = { -readonly [K in keyof SearchStack as SearchStack[K] extends Int32Array | Uint8Array ? K : never]: number[] }

/** A wakeup tree, each node before its branches: how many branches it has, and the fields of its step. Trees can be deep. */
type TreeData = readonly number[]

export interface SearchPosition {
  /** Thread handles by slot. */
  readonly handles: readonly number[]
  readonly threads: readonly number[]
  readonly choices: readonly number[]
  readonly stack: Columns
  readonly tree: TreeData | null
  readonly subtrees: readonly (readonly number[])[]
  readonly counters: { readonly executions: number; readonly transitions: number; readonly excluded: number; readonly unfair: number; readonly cut: number }
}

const columnNames = (stack: SearchStack): (keyof Columns)[] =>
  (Object.keys(stack) as (keyof Columns)[]).filter((name) => ArrayBuffer.isView(stack[name]))

export function saveStack(stack: SearchStack, depth: number): Columns {
  return Object.fromEntries(columnNames(stack).map((name) => [name, [...stack[name].subarray(0, depth)]])) as Columns
}

export function restoreStack(stack: SearchStack, columns: Columns): void {
  for (const name of columnNames(stack)) stack[name].set(columns[name])
}

/** The optimal reduction keeps what is left to explore in wakeup trees; the tree of a state is the first branch of the one before. */
interface HasTrees {
  readonly trees: WakeupTree[]
  /** Distinguishes the states that the search has entered. */
  readonly stateIds: number[]
  nextStateId: number
}

function hasTrees(reduction: unknown): reduction is HasTrees {
  return Array.isArray((reduction as Partial<HasTrees>).trees)
}

export function saveTrees(reduction: Reduction): TreeData | null {
  return hasTrees(reduction) ? dataOf(reduction.trees[0]!) : null
}

export function restoreTrees(reduction: Reduction, data: TreeData | null, depth: number): void {
  if (!hasTrees(reduction) || data === null) return
  const { trees, stateIds } = reduction
  trees[0] = treeOf(data)
  for (let d = 0; d < depth; d++) {
    trees[d + 1] = trees[d]!.children[0]!
    stateIds[d] = reduction.nextStateId++
  }
}

type Field = { [K in keyof Footprint]: Footprint[K] extends number ? K : never }[keyof Footprint]
const FIELDS = Object.keys(new Footprint()) as Field[]

function dataOf(root: WakeupTree): TreeData {
  const data: number[] = []
  const open = [root]
  for (let tree; (tree = open.pop()) !== undefined;) {
    data.push(tree.children.length, ...FIELDS.map((field) => tree!.step[field]))
    for (let i = tree.children.length - 1; i >= 0; i--) open.push(tree.children[i]!)
  }
  return data
}

function treeOf(data: TreeData): WakeupTree {
  const root = new WakeupTree(new Footprint())
  const open: { tree: WakeupTree; missing: number }[] = [{ tree: root, missing: data[0]! }]
  for (let at = 1 + FIELDS.length; at < data.length; at += 1 + FIELDS.length) {
    while (open.at(-1)!.missing === 0) open.pop()
    const step = new Footprint()
    FIELDS.forEach((field, i) => { step[field] = data[at + 1 + i]! })
    const tree = new WakeupTree(step)
    open.at(-1)!.missing--
    open.at(-1)!.tree.children.push(tree)
    open.push({ tree, missing: data[at]! })
  }
  return root
}
