import { DiskNodes } from './disk-nodes.ts'
import type { TreeNode } from './execution-tree.ts'

/** Whether a is to be executed before b: the first priority that differs decides, and the newer one where none does. */
export function isBefore(a: TreeNode, b: TreeNode): boolean {
  const [mine, theirs] = [a.priority!, b.priority!]
  for (let i = 0; i < mine.length; i++) if (mine[i] !== theirs[i]) return mine[i]! > theirs[i]!
  return a.number > b.number
}

/** So many nodes of the file are read at a time. */
const BLOCK = 64

/**
 * What is left to execute, as a heap: the best node is the first. Of more nodes than there is room for, the worse half
 * goes to a file (D 3.4: nodes of the fringe are not needed before they are executed).
 */
export class Fringe {
  private heap: TreeNode[] = []
  private readonly room: number
  private readonly disk: DiskNodes
  /** The most that were in the file at one time. */
  mostOnDisk = 0

  /** With room for so many nodes, which have so many priorities. */
  constructor(room: number, priorities: number) {
    this.room = room
    this.disk = new DiskNodes(priorities, Math.max(1, Math.min(BLOCK, room)), isBefore)
  }

  add(node: TreeNode): void {
    this.insert(node)
    if (this.heap.length > this.room) this.spill()
  }

  /** A sorted list is a heap. */
  private spill(): void {
    this.heap.sort((a, b) => (isBefore(a, b) ? -1 : 1))
    this.disk.add(this.heap.splice(this.room >> 1))
    this.mostOnDisk = Math.max(this.mostOnDisk, this.disk.size)
  }

  private insert(node: TreeNode): void {
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
    const kept = this.disk.best()
    if (kept === null || (this.heap[0] !== undefined && isBefore(this.heap[0], kept))) return this.first()
    this.disk.take(kept)
    return kept
  }

  private first(): TreeNode | null {
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
