import type { BoundName } from '../../../src/bounds/bound.ts'
import { costs, type Limits } from './costs.ts'
import type { Edge, Graph, Node } from './graph.ts'

/** What a bounded search has to reach. */
export interface Reachable {
  /** Local states: events that some sequence within the bounds executes. */
  readonly events: ReadonlySet<number>
  /** Complete traces, by node, those that end by an exception included. */
  readonly ends: ReadonlySet<number>
  /** Events that fail. */
  readonly failures: ReadonlySet<number>
  /** By value; for exceptions who failed how. */
  readonly outcomes: ReadonlySet<string>
}

/**
 * The unreduced bounded search [Coons, dissertation, Alg. 3] on the graph. Two sequences of one trace with the same
 * last thread go on in the same way, so the one that costs no more stands for both.
 */
export function reachable(graph: Graph, limits: Limits): Reachable {
  const known = memory.get(graph) ?? new Map<string, Reachable>()
  memory.set(graph, known)
  const key = JSON.stringify(limits)
  const result = known.get(key) ?? search(graph, limits)
  known.set(key, result)
  return result
}
const memory = new WeakMap<Graph, Map<string, Reachable>>()

function search(graph: Graph, limits: Limits): Reachable {
  const names = Object.keys(limits) as BoundName[]
  const events = new Set<number>()
  const best = graph.nodes.map(() => new Map<number | null, number[][]>())
  best[0]!.set(null, [names.map(() => 0)])
  for (const node of graph.nodes.toSorted((a, b) => a.depth - b.depth)) {
    for (const [last, vectors] of best[node.id]!) {
      const inside = last !== null && node.sealed.has(last)
      for (const edge of node.edges) {
        if (inside && edge.thread !== last) continue
        for (const vector of vectors) {
          const next = names.map((name, i) => costs[name](vector[i]!, { graph, node, last, limits }, edge))
          if (names.some((name, i) => next[i]! > limits[name]!)) continue
          events.add(edge.event)
          insert(best[edge.target.id]!, edge, next)
        }
      }
    }
  }
  const reached = graph.nodes.filter(({ id }) => best[id]!.size > 0)
  return { events, ...endings(reached) }
}

/** Keeps only vectors that no other one undercuts. */
function insert(best: Map<number | null, number[][]>, edge: Edge, vector: number[]): void {
  const known = best.get(edge.thread) ?? []
  if (known.some((other) => other.every((cost, i) => cost <= vector[i]!))) return
  best.set(edge.thread, [...known.filter((other) => !vector.every((cost, i) => cost <= other[i]!)), vector])
}

function endings(reached: readonly Node[]): Omit<Reachable, 'events'> {
  const ends = reached.filter(({ outcome }) => outcome !== null)
  return {
    ends: new Set(ends.map(({ id }) => id)),
    failures: new Set(ends.flatMap(({ failed }) => (failed === null ? [] : [failed]))),
    outcomes: new Set(ends.map(({ outcome }) => outcome!)),
  }
}

/** How many sequences a search without reduction runs, at most: complete ones within no bound. */
export function countSequences(graph: Graph): number {
  const counts = new Float64Array(graph.nodes.length)
  counts[0] = 1
  let total = 0
  for (const node of graph.nodes.toSorted((a, b) => a.depth - b.depth)) {
    if (node.edges.length === 0) total += counts[node.id]!
    for (const { target } of node.edges) counts[target.id]! += counts[node.id]!
  }
  return total
}
