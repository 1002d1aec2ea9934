import type { Slot } from '../../base/thread-numbers.ts'
import type { TreeSize } from '../traversal.ts'

/** What is to be remembered of a state while something may still be added to what is explored from it. */
export interface StateRecord {
  readonly step: number
  /** How many children that branch off here are left. */
  children: number
  /** Threads that are explored from here besides the default one, in the order in which they were found. */
  order: readonly Slot[]
  /** The reduction's sets: threads that have had their turn, and those that only a bound asks for; null for none. */
  visited: readonly number[] | null
  pending: readonly number[] | null
}

/** What an execution differs from another one in, and what is to be known about it. */
export interface Difference {
  readonly step: number
  readonly thread: Slot
  /** The value of the `choose` that the event is, otherwise 0. */
  readonly choice: number
  /** What slept when it was found does not sleep in it. */
  readonly isAwake: boolean
  /** A fingerprint of the events before it. */
  readonly print: number
  /** Larger ones first. */
  readonly priority: readonly number[]
}

/**
 * An execution, as its difference from another one [Coons, dissertation, 3.3]: it does what its parent does up to event
 * `step`, which is of `thread`, and goes on as the default scheduler would. What it has of its own are the states after
 * that event. Those of its parent, of which it is one child, are shared.
 */
export class TreeNode {
  readonly parent: TreeNode | null
  readonly step: number
  readonly thread: Slot
  readonly choice: number
  readonly isAwake: boolean
  readonly print: number
  /** Null once it was executed. */
  priority: readonly number[] | null
  /** The order in which nodes were made. */
  readonly number: number
  /** How many children are left. */
  children = 0
  /** By step, for those of its own states that have some, or had. */
  records: StateRecord[] | null = null
  /** The last of its own states below which a bound excluded something, or below which the depth limit cut something. */
  exceeded = -1
  cut = -1

  constructor(parent: TreeNode | null, { step, thread, choice, isAwake, print, priority }: Difference, number: number) {
    this.parent = parent
    this.step = step
    this.thread = thread
    this.choice = choice
    this.isAwake = isAwake
    this.print = print
    this.priority = priority
    this.number = number
  }

  /** From the root to the node. */
  get path(): TreeNode[] {
    const path: TreeNode[] = []
    for (let node: TreeNode | null = this; node !== null; node = node.parent) path.push(node)
    return path.reverse()
  }

  recordAt(step: number): StateRecord | null {
    const { records } = this
    const at = records === null ? 0 : placeOf(records, step)
    return records?.[at]?.step === step ? records[at]! : null
  }

  /** The record of the state, which is made where there is none. */
  recordFor(step: number): StateRecord {
    this.records ??= []
    const at = placeOf(this.records, step)
    const found = this.records[at]
    if (found?.step === step) return found
    const made: StateRecord = { step, children: 0, order: [], visited: null, pending: null }
    this.records.splice(at, 0, made)
    return made
  }

  /** The last of its states that has children; its own first event's when none has. */
  get reach(): number {
    const { records } = this
    for (let i = (records?.length ?? 0) - 1; i >= 0; i--) if (records![i]!.children > 0) return records![i]!.step
    return this.step
  }
}

/** The place of the first record that is not before the step. */
function placeOf(records: readonly StateRecord[], step: number): number {
  let low = 0
  let high = records.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (records[middle]!.step < step) low = middle + 1
    else high = middle
  }
  return low
}

const none: Difference = { step: -1, thread: -1, choice: 0, isAwake: false, print: 0, priority: [] }

/**
 * The tree of executions [Coons, dissertation, 3.3 and Alg. 4]: leaves are left to run, all others have been run and
 * have a leaf below them. It finds itself as executions ask for others, and nodes delete themselves when all below them
 * has been explored.
 */
export class ExecutionTree {
  readonly root = new TreeNode(null, none, 0)
  private made = 1
  private nodes = 1
  private fringe = 1
  /** What executed nodes hold of the tree of states: those up to the last one with children. */
  private held = 0
  /** When there were most nodes. */
  largest: TreeSize = { nodes: 1, fringe: 1, states: 1 }

  get size(): TreeSize {
    return { nodes: this.nodes, fringe: this.fringe, states: this.held + this.fringe }
  }

  /** Alg. 4, l. 8 */
  add(parent: TreeNode, difference: Difference): TreeNode {
    const { step } = difference
    const before = parent.reach
    parent.children++
    parent.recordFor(step).children++
    this.held += Math.max(before, step) - before
    this.nodes++
    this.fringe++
    return new TreeNode(parent, difference, this.made++)
  }

  /** The node was executed, and what it asked for was added. */
  executed(node: TreeNode): void {
    node.priority = null
    this.fringe--
    if (this.nodes > this.largest.nodes) this.largest = this.size
    if (node.children === 0) this.detach(node)
  }

  /** Alg. 4, l. 13-15: all below the node has been explored. */
  private detach(node: TreeNode): void {
    this.nodes--
    node.records = null
    const { parent } = node
    if (parent === null) return
    const before = parent.reach
    parent.recordFor(node.step).children--
    this.held -= before - parent.reach
    if (--parent.children === 0) this.detach(parent)
  }
}
