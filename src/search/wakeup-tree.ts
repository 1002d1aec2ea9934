import type { Slot } from '../base/thread-numbers.ts'
import type { Accesses } from '../dependence/accesses.ts'
import { Transition } from '../trace/transition.ts'
import type { Sequence } from './sequence.ts'

/**
 * A node of a wakeup tree [Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM 2017, 6.1]: an ordered tree of
 * sequences that must be explored from a state. The root stands for the state itself; other nodes for a transition.
 */
export interface WakeupNode {
  /** Null until somebody asks, for a transition that no sequence prescribed: it is then the event that was executed. */
  step: Transition | null
  thread: Slot
  /** The value of a `choose`, or -1 for all of them. */
  choice: number
  first: WakeupNode | null
  next: WakeupNode | null
}

/** Wakeup trees, from nodes that are used again: a search makes and drops many for each execution. */
export class WakeupTrees {
  private readonly limit: number
  /**
   * The trees have been too large: from then on only first steps are kept, and what comes after them is found again.
   */
  isFull = false
  private spare: WakeupNode | null = null
  /** How many nodes are in use, and how many there ever were at once. */
  size = 0
  mostEver = 0

  constructor(limit: number) {
    this.limit = limit
  }

  node(step: Transition | null, thread: Slot, choice: number): WakeupNode {
    const { spare } = this
    if (++this.size > this.mostEver) this.mostEver = this.size
    if (spare === null) return { step, thread, choice, first: null, next: null }
    this.spare = spare.next
    spare.step = step
    spare.thread = thread
    spare.choice = choice
    spare.next = null
    return spare
  }

  /** Takes away the first branch, with all below it. */
  dropFirst(parent: WakeupNode): void {
    const dropped = parent.first!
    parent.first = dropped.next
    dropped.next = null
    // Usually all below it has been explored and is gone already. Trees can be deep, so this is no recursion.
    let last = dropped
    for (let node: WakeupNode | null = dropped; node !== null; node = node.next) {
      this.size--
      last.next = node.first
      node.first = null
      while (last.next !== null) last = last.next
    }
    last.next = this.spare
    this.spare = dropped
  }

  append(parent: WakeupNode, step: Transition): WakeupNode {
    const node = this.node(step, step.thread, step.choice)
    let last = parent.first
    if (last === null) return (parent.first = node)
    while (last.next !== null) last = last.next
    return (last.next = node)
  }

  /**
   * insert(v) [Def. 6.1]: walks down while some branch is a weak initial of what is left of v, and adds the rest as a
   * new branch. Reaching a leaf means that a sequence equivalent to an extension of v is there already. Consumes v.
   *
   * Differs: trees can grow exponentially with the program. When they are full, only the first step of the rest is
   * added, as source sets do [Alg. 1], where only initials count, not weak ones.
   */
  insert(root: WakeupNode, v: Sequence): void {
    let node = root
    for (let child = startOf(node, v); child !== null; child = startOf(node, v)) {
      if (child.first === null) return
      v.removeFirstOf(child.thread)
      node = child
    }
    for (let i = 0; i < v.length; i++) {
      if (!v.isLeft(i)) continue
      node = this.append(node, v.steps[i]!)
      if (this.size > this.limit) this.isFull = true
      if (this.isFull) return
    }
  }

  // --- as plain data: whether they are full, then each node before its branches: how many it has, and its step
  // ---------------

  save(root: WakeupNode): number[] {
    const data = [this.isFull ? 1 : 0]
    const open = [root]
    for (let node; (node = open.pop()) !== undefined; ) {
      const branches: WakeupNode[] = []
      for (let child = node.first; child !== null; child = child.next) branches.push(child)
      const step = node.step ?? NO_STEP
      data.push(branches.length, step.thread, step.choice, ...FIELDS.map((field) => step.accesses[field]))
      open.push(...branches.reverse())
    }
    return data
  }

  restore(data: readonly number[], shared: (step: Transition) => Transition): WakeupNode {
    const root = this.node(null, -1, 0)
    const open = [{ node: root, missing: data[1]! }]
    this.isFull = data[0] === 1
    for (let at = 1 + LENGTH; at < data.length; at += LENGTH) {
      while (open.at(-1)!.missing === 0) open.pop()
      const step = new Transition()
      step.thread = data[at + 1]!
      step.choice = data[at + 2]!
      FIELDS.forEach((field, i) => {
        ;(step.accesses[field] as number) = data[at + 3 + i]!
      })
      open.at(-1)!.missing--
      open.push({ node: this.append(open.at(-1)!.node, shared(step)), missing: data[at]! })
    }
    return root
  }
}

type Field = { [K in keyof Accesses]: Accesses[K] extends number ? K : never }[keyof Accesses]
const NO_STEP = new Transition()
const FIELDS = Object.keys(NO_STEP.accesses) as Field[]
/** How many numbers a node is. */
const LENGTH = 3 + FIELDS.length

function startOf(node: WakeupNode, v: Sequence): WakeupNode | null {
  for (let child = node.first; child !== null; child = child.next) if (v.isWeakInitial(child.step!)) return child
  return null
}
