import type { BoundName } from '../../../src/bounds/bound.ts'
import type { Edge, Graph, Node } from './graph.ts'

export type Limits = Readonly<Partial<Record<BoundName, number>>>

/** Where a sequence is: its trace, who ran last (null at the very start), and the limits that are in force together. */
export interface Situation {
  readonly graph: Graph
  readonly node: Node
  readonly last: number | null
  readonly limits: Limits
}

/** Bv(S.t), given Bv(S). */
type Cost = (cost: number, at: Situation, edge: Edge) => number

const yieldsOf = (node: Node, thread: number): number => node.yields.get(thread) ?? 0

/** How many more yields the thread has than the enabled thread with the fewest. */
export function lead(node: Node, thread: number): number {
  return Math.max(...node.enabled.map((other) => yieldsOf(node, thread) - yieldsOf(node, other)))
}

function preempts({ node, last, limits }: Situation, edge: Edge): boolean {
  if (last === null || last === edge.thread || !node.enabled.includes(last)) return false
  if (node.justYielded.has(last)) return false
  return limits.fair === undefined || lead(node, last) <= limits.fair
}

/** The enabled threads in the order of a round-robin scheduler that is at `last`. */
export function roundRobin({ node, last }: Pick<Situation, 'node' | 'last'>): number[] {
  if (last === null) return [...node.enabled]
  return [...node.enabled.filter((thread) => thread >= last), ...node.enabled.filter((thread) => thread < last)]
}

/** Each bound from its definition alone. */
export const costs: Readonly<Record<BoundName, Cost>> = {
  depth: (_, { node }) => node.depth + 1,
  context: (cost, { last }, edge) => cost + (last !== null && last !== edge.thread ? 1 : 0),
  preemption: (cost, at, edge) => cost + (preempts(at, edge) ? 1 : 0),
  delta: (cost, at, edge) => cost + roundRobin(at).indexOf(edge.thread),
  fair: (cost, { node }, edge) => Math.max(cost, lead(node, edge.thread)),
  'local-depth': (cost, { graph }, edge) => Math.max(cost, graph.names.facts[edge.event]!.past.size + 1),
  'local-context': (cost, { graph }, edge) => Math.max(cost, graph.localContext(edge.event)),
}
