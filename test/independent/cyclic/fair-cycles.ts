import type { StateGraph } from '../state-graph.ts'

/**
 * Whether the program can go round for ever though nobody is kept from running: for some set of threads there are states
 * that lead to each other, in which no other thread can run and each of these does.
 */
export function goesRoundFairly(graph: StateGraph): boolean {
  for (let runs = 1; runs < 1 << graph.threads; runs++) if (hasComponent(graph, runs)) return true
  return false
}

/** Whether the threads, as bits, go round among states in which only they can run. */
function hasComponent({ nodes }: StateGraph, runs: number): boolean {
  const belongs = nodes.map(({ edges }) => edges.every(({ thread }) => (runs & (1 << thread)) !== 0))
  const inside = nodes.map(({ edges }, at) => (belongs[at]! ? edges.filter(({ to }) => belongs[to]!) : []))
  return components(inside).some((component) => {
    const states = new Set(component)
    let moving = 0
    for (const at of component) for (const { thread, to } of inside[at]!) if (states.has(to)) moving |= 1 << thread
    return moving === runs
  })
}

/** Strongly connected components [Gabow 2000]. */
function components(edges: readonly (readonly { readonly to: number }[])[]): number[][] {
  const found: number[][] = []
  const order = new Int32Array(edges.length).fill(-1)
  const assigned = new Uint8Array(edges.length)
  const path: number[] = []
  const open: number[] = []
  let count = 0
  for (let root = 0; root < edges.length; root++) {
    if (order[root] !== -1) continue
    const calls = [{ at: root, next: 0 }]
    order[root] = count++
    path.push(root)
    open.push(root)
    while (calls.length > 0) {
      const call = calls.at(-1)!
      const edge = edges[call.at]![call.next++]
      if (edge === undefined) {
        calls.pop()
        if (path.at(-1) !== call.at) continue
        path.pop()
        const component = open.splice(open.indexOf(call.at))
        for (const at of component) assigned[at] = 1
        found.push(component)
      } else if (order[edge.to] === -1) {
        order[edge.to] = count++
        path.push(edge.to)
        open.push(edge.to)
        calls.push({ at: edge.to, next: 0 })
      } else if (assigned[edge.to] === 0) while (order[path.at(-1)!]! > order[edge.to]!) path.pop()
    }
  }
  return found
}
