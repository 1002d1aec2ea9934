import type { BoundName } from '../../src/bounds/bound.ts'
import type { BacktrackSets } from '../../src/search/strategies/backtrack-sets.ts'
import { ObservedExplorer } from './observed-explorer.ts'
import { costs, lead, type Limits, roundRobin } from './reference/costs.ts'
import { conflict } from './reference/events.ts'
import type { Edge, Node } from './reference/graph.ts'

/** S.w: a continuation of the sequence that is being left, within the bound. */
interface Continuation {
  readonly node: Node
  readonly last: number | null
  readonly costs: readonly number[]
  readonly edges: readonly Edge[]
  /** How many of its first events go on the block of one thread with which S ends. */
  readonly block: number
}

/**
 * Debug mode: whenever Explore(S) returns, checks its postcondition PC [Coons, dissertation, Def. 5.1-5.10, 7.2, 7.3]
 * as the errata correct it: for all continuations w of S within the bound, all threads u and v, if S_i is v's most
 * recent transition in S.w that is dependent with next(final(S.w), u), then pre(S, i) has the backtrack points that the
 * bound prescribes. For one bound, or none; and without optimisations, which leave out points that they can prove
 * unnecessary.
 */
export class PostconditionExplorer extends ObservedExplorer {
  readonly violations: string[] = []
  /** How many requirements were looked at: none would mean that nothing was tested. */
  requirements = 0

  protected override pick(depth: number, again: boolean): number {
    const next = super.pick(depth, again)
    if (next < 0) this.checkState(depth)
    return next
  }

  protected override conclude(): boolean {
    this.checkState(this.depth)
    return super.conclude()
  }

  private get bound(): BoundName | null {
    return (Object.keys(this.options.bounds)[0] as BoundName | undefined) ?? null
  }

  private checkState(length: number): void {
    const seen = new Set<string>()
    const todo: Continuation[] = [
      { node: this.path[length]!, last: this.threadAt(length - 1), costs: this.costsUpTo(length), edges: [], block: 0 },
    ]
    for (let at; (at = todo.pop()) !== undefined; ) {
      const key = [at.node.id, at.last, at.costs, at.block].join('/')
      if (seen.has(key)) continue
      seen.add(key)
      this.checkContinuation(length, at)
      for (const edge of at.node.edges) {
        const next = this.extended(length, at, edge)
        if (next !== null) todo.push(next)
      }
    }
  }

  private threadAt(i: number): number | null {
    return i < 0 ? null : this.handleOf(this.log.thread[i]!)
  }

  private edgeAt(i: number): Edge {
    return this.path[i]!.edges.find(
      ({ thread, choice }) => thread === this.threadAt(i) && choice === this.log.choice[i],
    )!
  }

  private costsUpTo(length: number): number[] {
    const limits = this.options.bounds as Limits
    return (Object.keys(limits) as BoundName[]).map((name) => {
      let cost = 0
      for (let i = 0; i < length; i++)
        cost = costs[name](
          cost,
          { graph: this.graph, node: this.path[i]!, last: this.threadAt(i - 1), limits },
          this.edgeAt(i),
        )
      return cost
    })
  }

  private extended(
    length: number,
    { node, last, costs: before, edges, block }: Continuation,
    edge: Edge,
  ): Continuation | null {
    const limits = this.options.bounds as Limits
    const names = Object.keys(limits) as BoundName[]
    const after = names.map((name, i) => costs[name](before[i]!, { graph: this.graph, node, last, limits }, edge))
    if (names.some((name, i) => after[i]! > limits[name]!)) return null
    const goesOn =
      block === edges.length && edge.thread === this.threadAt(length - 1) && !node.justYielded.has(edge.thread)
    return {
      node: edge.target,
      last: edge.thread,
      costs: after,
      edges: [...edges, edge],
      block: goesOn ? block + 1 : block,
    }
  }

  /** Post(S.w, len(S), u) for all u */
  private checkContinuation(length: number, { node, edges, block }: Continuation): void {
    for (const [u, next] of node.pending) {
      const latest = new Map<number, number>()
      for (let i = 0; i < length + edges.length; i++) {
        const edge = i < length ? this.edgeAt(i) : edges[i - length]!
        if (edge.thread !== u && conflict(this.graph.occurrence(edge.event).footprint, next.footprint))
          latest.set(edge.thread, i)
      }
      for (const i of latest.values()) {
        if (i < length) this.require(i, u)
        if (this.bound !== 'preemption') continue
        // Requirement 2 of Def. 5.6, also for a block that starts in S and goes on in w (errata 4, 12)
        if (i < length + block) this.requireBlockStart(i < length ? i : length - 1, i, u)
      }
    }
  }

  private requireBlockStart(inS: number, i: number, u: number): void {
    let j = inS
    while (j > 0 && this.threadAt(j - 1) === this.threadAt(j) && !this.path[j]!.justYielded.has(this.threadAt(j)!)) j--
    if (j < i) this.requireThread(j, u)
  }

  private require(i: number, u: number): void {
    switch (this.bound) {
      case 'depth':
      case 'context':
        return this.requireAll(i, u)
      case 'delta':
        return this.requireDelta(i, u)
      case 'fair':
        return this.released(i) || lead(this.path[i]!, u) > this.options.bounds.fair!
          ? this.requireAll(i, u)
          : this.requireThread(i, u)
      default:
        return this.requireThread(i, u)
    }
  }

  private released(i: number): boolean {
    return this.path[i]!.pending.get(this.threadAt(i)!)!.releases
  }

  private requireDelta(i: number, u: number): void {
    const node = this.path[i]!
    if (!node.enabled.includes(u) || this.released(i)) return this.requireAll(i, u)
    const order = roundRobin({ node, last: this.threadAt(i - 1) })
    for (const t of order.slice(0, order.indexOf(u) + 1)) this.requireThread(i, t)
  }

  private requireThread(i: number, u: number): void {
    if (!this.path[i]!.enabled.includes(u)) return this.requireAll(i, u)
    this.requirements++
    if (!this.isInBacktrackSet(i, u))
      this.violations.push(`thread ${u} is not in the backtrack set before event ${i + 1}`)
  }

  private requireAll(i: number, u: number): void {
    this.requirements++
    if (!this.path[i]!.enabled.every((t) => this.isInBacktrackSet(i, t)))
      this.violations.push(`because of thread ${u}, all should be in the backtrack set before event ${i + 1}`)
  }

  private isInBacktrackSet(i: number, handle: number): boolean {
    const { backtrackSets, pending } = this.reduction as BacktrackSets
    const slot = this.execution.threads.findIndex((thread) => thread.handle === handle)
    return backtrackSets.has(i, slot) || pending.has(i, slot)
  }
}
