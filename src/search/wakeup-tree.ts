import { conflict, Footprint } from '../trace/footprint.ts'

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
  insert(v: Footprint[]): void {
    let node: WakeupTree = this
    for (;;) {
      const child = node.children.find((candidate) => isWeakInitial(candidate.step, v))
      if (child === undefined) break
      if (child.children.length === 0) return
      const own = v.findIndex((step) => step.thread === child.step.thread)
      if (own >= 0) v.splice(own, 1)
      node = child
    }
    for (const step of v) {
      const next = new WakeupTree(step.copy())
      node.children.push(next)
      node = next
    }
  }
}

/**
 * WI(v): whether the transition can come first without changing what v leads to [Def. 4.2]. It is v's own first transition of
 * that thread, with the same value if it chooses one (-1: any), and nothing before it in v depends on it, or v has none of that thread and nothing in v depends on it.
 */
export function isWeakInitial(first: Footprint, v: readonly Footprint[]): boolean {
  for (let i = 0; i < v.length; i++) {
    const step = v[i]!
    if (step.thread === first.thread) return first.choice < 0 || step.choice === first.choice
    if (conflict(first, step)) return false
  }
  return true
}
