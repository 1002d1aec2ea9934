import type { BoundName } from '../../../src/bounds/bound.ts'
import type { Random } from '../programs/random.ts'
import { costs } from './costs.ts'
import { dependent } from './events.ts'
import type { Edge, Graph, Node } from './graph.ts'
import { localContextCost } from './local-context.ts'

/** One sequence of transitions from the start. */
export class Walk {
  readonly graph: Graph
  readonly edges: readonly Edge[]

  constructor(graph: Graph, edges: readonly Edge[] = []) {
    this.graph = graph
    this.edges = edges
  }

  get node(): Node {
    return this.edges.at(-1)?.target ?? this.graph.root
  }

  /** S.t */
  then(edge: Edge): Walk {
    return new Walk(this.graph, [...this.edges, edge])
  }

  /**
   * S.t for the transition that is named like this one, which another sequence took. Null when it cannot be taken here.
   */
  thenSame({ thread, choice }: Edge): Walk | null {
    const edge = this.node.edges.find((candidate) => candidate.thread === thread && candidate.choice === choice)
    return edge === undefined ? null : this.then(edge)
  }

  randomly(random: Random, steps: number, allowed: (edge: Edge) => boolean = () => true): Walk {
    let walk: Walk = this
    for (let i = 0; i < steps; i++) {
      const edges = walk.node.edges.filter(allowed)
      if (edges.length === 0) break
      walk = walk.then(random.pick(edges))
    }
    return walk
  }

  /**
   * Bv of the whole sequence, event by event; the local context cost from the sequence itself, not from what events
   * have in common.
   */
  cost(bound: BoundName): number {
    if (bound === 'local-context') {
      const events = this.edges.map(({ event }) => this.graph.occurrence(event))
      return Math.max(0, ...events.map((_, i) => localContextCost(events.slice(0, i + 1))))
    }
    let cost = 0
    let node = this.graph.root
    let last: number | null = null
    for (const edge of this.edges) {
      cost = costs[bound](cost, { graph: this.graph, node, last, limits: {} }, edge)
      node = edge.target
      last = edge.thread
    }
    return cost
  }
}

export function independent(graph: Graph, a: Edge, b: Edge): boolean {
  const [first, second] = [graph.occurrence(a.event), graph.occurrence(b.event)]
  return !dependent(first, second) && !dependent(second, first)
}
