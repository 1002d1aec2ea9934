import type { Footprint } from '../trace/footprint.ts'
import type { Sequence } from './sequence.ts'

/**
 * A node of a wakeup tree [Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM 2017, 6.1]: an ordered tree of sequences that
 * must be explored from a state. The root stands for the state itself; other nodes for a transition.
 */
export class WakeupTree {
  readonly step: Footprint
  readonly children: WakeupTree[] = []

  constructor(step: Footprint) {
    this.step = step
  }

  /**
   * insert(v) [Def. 6.1]: walks down while some child is a weak initial of what is left of v, and adds the rest as a new
   * branch. Reaching a leaf means that a sequence equivalent to an extension of v is there already. Consumes v.
   */
  insert(v: Sequence): void {
    let node: WakeupTree = this
    for (let child = node.startOf(v); child !== null; child = node.startOf(v)) {
      if (child.children.length === 0) return
      v.removeFirstOf(child.step.thread)
      node = child
    }
    for (const step of v.left()) {
      const next = new WakeupTree(step.copy())
      node.children.push(next)
      node = next
    }
  }

  private startOf(v: Sequence): WakeupTree | null {
    const { children } = this
    for (let i = 0; i < children.length; i++) if (v.isWeakInitial(children[i]!.step)) return children[i]!
    return null
  }
}
