import { closeSync, mkdtempSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Difference, TreeNode } from './execution-tree.ts'

/** Of each node: its parent's number, step, thread, choice, whether it is awake, print, its own number; then priorities. */
const FIELDS = 7

/** A search that stops at a bug or at a limit leaves its file open: it goes with the search. */
const abandoned = new FinalizationRegistry<number>((file) => closeSync(file))

/** A part of the file in which nodes stand in their order, the best one first, and how far it has been read. */
interface Run {
  at: number
  left: number
  /** The next nodes of it, the best one last. */
  readonly loaded: TreeNode[]
}

/**
 * Nodes that are left to run, in a file of the temporary folder that only grows: runs of nodes, each in their order. Of
 * each run the next few are in memory, so that the best of all is known. Their parents stay in memory.
 */
export class DiskNodes {
  private file: number | null = null
  private length = 0
  private readonly runs: Run[] = []
  /** By number: those that nodes in the file are children of. */
  private readonly parents = new Map<number, { readonly node: TreeNode; children: number }>()
  private readonly priorities: number
  private readonly block: number
  private readonly isBefore: (a: TreeNode, b: TreeNode) => boolean
  size = 0

  /** Nodes have so many priorities; so many of a run are read at a time. */
  constructor(priorities: number, block: number, isBefore: (a: TreeNode, b: TreeNode) => boolean) {
    this.priorities = priorities
    this.block = block
    this.isBefore = isBefore
  }

  private get bytes(): number {
    return 8 * (FIELDS + this.priorities)
  }

  /** In their order, the best one first. */
  add(nodes: readonly TreeNode[]): void {
    if (this.file === null) {
      this.file = openUnlinked()
      abandoned.register(this, this.file, this)
    }
    const at = this.length
    const width = FIELDS + this.priorities
    const words = new Float64Array(nodes.length * width)
    for (const [i, node] of nodes.entries()) {
      const { parent, step, thread, choice, isAwake, print, number, priority } = node
      words.set([parent!.number, step, thread, choice, Number(isAwake), print, number, ...priority!], i * width)
      const known = this.parents.get(parent!.number)
      if (known === undefined) this.parents.set(parent!.number, { node: parent!, children: 1 })
      else known.children++
    }
    const bytes = new Uint8Array(words.buffer)
    for (let done = 0; done < bytes.length; ) done += writeSync(this.file, bytes, done, bytes.length - done, at + done)
    this.length += bytes.length
    this.size += nodes.length
    this.runs.push({ at, left: nodes.length, loaded: [] })
  }

  /** The best one, which stays. */
  best(): TreeNode | null {
    let best: TreeNode | null = null
    for (const run of this.runs) {
      const next = this.nextOf(run)
      if (best === null || this.isBefore(next, best)) best = next
    }
    return best
  }

  /** Takes out what `best` has found. */
  take(node: TreeNode): void {
    const at = this.runs.findIndex((run) => run.loaded.at(-1) === node)
    const run = this.runs[at]!
    run.loaded.pop()
    this.size--
    if (run.left === 0 && run.loaded.length === 0) this.runs.splice(at, 1)
    const known = this.parents.get(node.parent!.number)!
    if (--known.children === 0) this.parents.delete(node.parent!.number)
    // Nothing in it is needed any more.
    if (this.size === 0) this.close()
  }

  private nextOf(run: Run): TreeNode {
    if (run.loaded.length === 0) this.load(run)
    return run.loaded.at(-1)!
  }

  private load(run: Run): void {
    const count = Math.min(run.left, this.block)
    const bytes = new Uint8Array(count * this.bytes)
    for (let done = 0; done < bytes.length; )
      done += readSync(this.file!, bytes, done, bytes.length - done, run.at + done)
    run.at += bytes.length
    run.left -= count
    const width = FIELDS + this.priorities
    const words = new Float64Array(bytes.buffer)
    for (let i = count - 1; i >= 0; i--) {
      const row = words.subarray(i * width, (i + 1) * width)
      const [parent, step, thread, choice, isAwake, print, number] = row as unknown as number[]
      const difference: Difference = {
        step: step!,
        thread: thread!,
        choice: choice!,
        isAwake: isAwake === 1,
        print: print!,
        priority: [...row.subarray(FIELDS)],
      }
      run.loaded.push(new TreeNode(this.parents.get(parent!)!.node, difference, number!))
    }
  }

  private close(): void {
    abandoned.unregister(this)
    closeSync(this.file!)
    this.file = null
    this.length = 0
  }
}

/**
 * The file has no name any more once it is open, so that nothing of it stays behind, however the process ends. Where a
 * system does not allow that, it goes with the folder when the process ends by itself.
 */
function openUnlinked(): number {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-fringe-'))
  const path = join(folder, 'nodes')
  const file = openSync(path, 'wx+')
  try {
    unlinkSync(path)
    rmSync(folder, { recursive: true })
  } catch {
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  }
  return file
}
