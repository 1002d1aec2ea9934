import { conflict, Footprint } from '../../trace/footprint.ts'
import type { Explorer } from '../explorer.ts'
import type { NextStep, Prefix } from './prefix.ts'
import type { TraceFacts } from './trace-facts.ts'

const none: ReadonlySet<number> = new Set()

/** A node of a wakeup tree [Abdulla et al., JACM 2017, 6.1]; the root stands for a state, other nodes for a transition. */
export class Branch {
  readonly next: NextStep | null
  readonly step: Footprint
  readonly children: Branch[] = []
  /** Threads that sleep along this branch though what they stand for does not cover it. */
  apart: ReadonlySet<number>

  constructor(next: NextStep | null, apart: ReadonlySet<number> = none) {
    this.next = next
    this.step = next?.step ?? new Footprint()
    this.apart = apart
  }
}

/**
 * The wakeup trees of a search within a bound. Differs from those without: a transition that commutes with a sequence stands
 * for it only if both together may be within the bound. If not, the sequence is explored while the transition sleeps, and as
 * long as it does it stands for nothing that is found there.
 */
export class Branches {
  /** By state of S: what is to be explored from it. */
  readonly trees: Branch[] = [new Branch(null)]
  /** By state: threads that sleep there but do not cover anything. */
  private readonly apart: ReadonlySet<number>[] = [none]
  private readonly search: Explorer
  private readonly facts: TraceFacts
  private readonly mayBeWithin: (prefix: Prefix) => boolean

  constructor(search: Explorer, facts: TraceFacts, mayBeWithin: (prefix: Prefix) => boolean) {
    this.search = search
    this.facts = facts
    this.mayBeWithin = mayBeWithin
  }

  /** A state has been reached. */
  enter(depth: number): void {
    if (depth === 0) return
    const inherited = this.apart[depth - 1]!
    const { apart } = this.trees[depth]!
    const { stack } = this.search
    this.apart[depth] = inherited.size + apart.size === 0 ? none : new Set([...inherited, ...apart].filter((t) => stack.isAsleep(depth, t)))
  }

  /** The branch that is to be explored from the state goes on below it. */
  descend(depth: number): Branch | undefined {
    const next = this.trees[depth]!.children[0]
    if (next !== undefined) this.trees[depth + 1] = next
    return next
  }

  /**
   * insert(v) [Def. 6.1], for the sequence v that leads from pre(S, p) to the prefix: unless something that sleeps there or was
   * explored from there covers it.
   */
  insert(p: number, prefix: Prefix): void {
    const v = this.facts.stepsFrom(p, prefix)
    const apart = new Set<number>()
    this.noteCurrent(p, v, apart)
    if (this.isCoveredAt(p, v, prefix, apart)) return
    this.addBelow(this.trees[p]!, v, prefix, apart)
  }

  /** The event that is being explored from the state will sleep along v if it commutes with it. */
  private noteCurrent(p: number, v: readonly NextStep[], apart: Set<number>): void {
    if (p < this.facts.length && isApartFrom(v, this.facts.events[p]!.step)) apart.add(this.facts.log.thread[p]!)
  }

  private isCoveredAt(p: number, v: readonly NextStep[], prefix: Prefix, apart: Set<number>): boolean {
    const { stack } = this.search
    for (let t = 0; t < this.facts.threads; t++) {
      const asleep = stack.isAsleep(p, t)
      if (!asleep && !stack.isComplete(p, t)) continue
      const sleeper = this.facts.stepAt(p, t)
      if (sleeper === null) continue
      const commutes = isApartFrom(v, sleeper.step)
      if (commutes) apart.add(t)
      if (commutes && asleep && this.apart[p]!.has(t)) continue
      if (this.covers(sleeper, v, prefix, true)) return true
    }
    return false
  }

  private addBelow(root: Branch, v: NextStep[], prefix: Prefix, apart: Set<number>): void {
    let node = root
    for (;;) {
      const child = this.coveringChild(node, root, v, prefix, apart)
      if (child === undefined) break
      if (apart.size > 0) child.apart = new Set([...child.apart, ...apart])
      if (child.children.length === 0) return
      const at = v.findIndex(({ step }) => step.thread === child.step.thread)
      if (at >= 0) v.splice(at, 1)
      else prefix = this.facts.with(prefix, child.next!)
      node = child
    }
    for (const next of v) {
      const child = new Branch({ ...next, step: next.step.copy() }, apart)
      node.children.push(child)
      node = child
    }
  }

  /** The first child of the root is being explored: whether it covers v was known before. */
  private coveringChild(node: Branch, root: Branch, v: readonly NextStep[], prefix: Prefix, apart: Set<number>): Branch | undefined {
    for (let i = node === root ? 1 : 0; i < node.children.length; i++) {
      const child = node.children[i]!
      if (this.covers(child.next!, v, prefix, false)) return child
      if (isApartFrom(v, child.step)) apart.add(child.step.thread)
    }
    return undefined
  }

  /** Whether v can start with the transition, or commutes with it and is within the bound after it. */
  private covers(next: NextStep, v: readonly NextStep[], prefix: Prefix, allValues: boolean): boolean {
    const { step } = next
    for (const other of v) {
      if (other.step.thread === step.thread) return allValues || step.choice < 0 || step.choice === other.step.choice
      if (conflict(other.step, step)) return false
    }
    return this.facts.starts(prefix, step.thread) && this.mayBeWithin(this.facts.with(prefix, next))
  }
}

/** Whether v does not have the transition and commutes with it. */
function isApartFrom(v: readonly NextStep[], transition: Footprint): boolean {
  return v.every(({ step }) => step.thread !== transition.thread && !conflict(step, transition))
}
