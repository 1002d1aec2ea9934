import type { TreeNode } from './execution-tree.ts'

/** Whether a is to be executed before b: the first priority that differs decides, and the newer one where none does. */
export function isBefore(a: TreeNode, b: TreeNode): boolean {
  const [mine, theirs] = [a.priority!, b.priority!]
  for (let i = 0; i < mine.length; i++) if (mine[i] !== theirs[i]) return mine[i]! > theirs[i]!
  return a.number > b.number
}

/** What is left to execute, as a heap: the best node is the first. */
export class Fringe {
  private readonly heap: TreeNode[] = []

  get size(): number {
    return this.heap.length
  }

  add(node: TreeNode): void {
    const { heap } = this
    let at = heap.push(node) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!isBefore(node, heap[above]!)) break
      heap[at] = heap[above]!
      at = above
    }
    heap[at] = node
  }

  /** Takes the best one out; null when there is none. */
  next(): TreeNode | null {
    const { heap } = this
    const best = heap[0]
    const last = heap.pop()
    if (best === undefined || last === undefined) return null
    if (best !== last) this.sink(last)
    return best
  }

  /** Puts the node where the first one was, and down to its place. */
  private sink(node: TreeNode): void {
    const { heap } = this
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= heap.length) break
      if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below++
      if (!isBefore(heap[below]!, node)) break
      heap[at] = heap[below]!
      at = below
    }
    heap[at] = node
  }
}
