import { type Edge, isEnabled, mayRun, type Node, type StateGraph } from './state-graph.ts'

/**
 * What executions cost under the bounds of the papers, for all limits at once: the cheapest way to each end. The cost
 * of a transition depends on the state before it, on the thread that ran last, and on whether that one has just
 * yielded.
 */
export type Cost = (node: Node, edge: Edge, last: number, yielded: boolean) => number

export const costs: Readonly<Record<'preemption' | 'context' | 'depth', Cost>> = {
  /** BPOR Def. 2.5. A switch away from a thread that has just yielded is none (errata 10). */
  preemption: (node, { thread }, last, yielded) =>
    last >= 0 && thread !== last && !yielded && isEnabled(node, last) ? 1 : 0,
  /** D Def. 2.8. */
  context: (_, { thread }, last) => (last >= 0 && thread !== last ? 1 : 0),
  /** D Def. 2.7. */
  depth: () => 1,
}

/**
 * D Def. 2.10: round robin begins with the thread that ran last, and a thread costs as much as there are enabled
 * threads before it. For programs whose threads are all there from the start: nothing says where a new one comes in.
 */
export const deltaCost =
  (threads: number): Cost =>
  (node, { thread }, last) => {
    let before = 0
    for (let u = last < 0 ? 0 : last; u !== thread; u = (u + 1) % threads) if (isEnabled(node, u)) before++
    return before
  }

/** The least cost of an execution that ends in each node. */
export function cheapestEnds(graph: StateGraph, cost: Cost): Map<number, number> {
  const ends = new Map<number, number>()
  const width = 2 * (graph.threads + 1)
  const settled = new Uint8Array(graph.nodes.length * width)
  const placeOf = (node: number, last: number, yielded: boolean): number =>
    node * width + 2 * (last + 1) + (yielded ? 1 : 0)
  const queue: number[][] = [[placeOf(0, -1, false)]]
  for (let paid = 0; paid < queue.length; paid++) {
    for (const bucket = (queue[paid] ??= []); bucket.length > 0; ) {
      const place = bucket.pop()!
      if (settled[place] === 1) continue
      settled[place] = 1
      const at = Math.floor(place / width)
      const last = ((place % width) >> 1) - 1
      const yielded = (place & 1) === 1
      const node = graph.nodes[at]!
      if (node.end !== null && !ends.has(at)) ends.set(at, paid)
      for (const edge of node.edges) {
        if (!mayRun(node, edge.thread, last)) continue
        const next = placeOf(edge.to, edge.thread, edge.yielded)
        if (settled[next] === 0) (queue[paid + cost(node, edge, last, yielded)] ??= []).push(next)
      }
    }
  }
  return ends
}

interface FairPlace {
  readonly at: number
  readonly last: number
  readonly yielded: boolean
  readonly yields: readonly number[]
}

/**
 * The least number of preemptions of an execution within a fair bound that ends in each node (BPOR Def. 2.6, errata 1
 * and 10): a thread may not run while it has yielded more often, by more than the limit, than one that is enabled; a
 * switch away from a thread that may not run is no preemption. The state alone does not say how often threads yielded.
 */
export function cheapestFairEnds(graph: StateGraph, limit: number): Map<number, number> {
  const ends = new Map<number, number>()
  const settled = new Set<string>()
  const queue: FairPlace[][] = [[{ at: 0, last: -1, yielded: false, yields: Array<number>(graph.threads).fill(0) }]]
  for (let paid = 0; paid < queue.length; paid++) {
    for (const bucket = (queue[paid] ??= []); bucket.length > 0; ) {
      const { at, last, yielded, yields } = bucket.pop()!
      const key = `${at} ${last} ${yielded} ${yields.join()}`
      if (settled.has(key)) continue
      settled.add(key)
      const node = graph.nodes[at]!
      if (node.end !== null && !ends.has(at)) ends.set(at, paid)
      const isFair = (thread: number): boolean =>
        yields.every((count, u) => !isEnabled(node, u) || yields[thread]! - count <= limit)
      for (const edge of node.edges) {
        if (!isFair(edge.thread) || !mayRun(node, edge.thread, last)) continue
        const isPreemption = last >= 0 && edge.thread !== last && !yielded && isEnabled(node, last) && isFair(last)
        const counted = edge.yielded ? yields.with(edge.thread, yields[edge.thread]! + 1) : yields
        ;(queue[paid + (isPreemption ? 1 : 0)] ??= []).push({
          at: edge.to,
          last: edge.thread,
          yielded: edge.yielded,
          yields: counted,
        })
      }
    }
  }
  return ends
}
