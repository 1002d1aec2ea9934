import type { Slot } from '../../base/thread-numbers.ts'
import type { Component, Edge, OpenState } from './components.ts'

/** One event of a schedule. */
export interface Step {
  readonly thread: Slot
  readonly choice: number
}

/** A way from the first state of a component to one on a cycle, and once around. */
export interface FairCycle {
  readonly way: readonly Step[]
  readonly round: readonly Step[]
}

/** States that lead to each other by these transitions. */
interface Part {
  readonly states: readonly OpenState[]
  readonly edges: readonly Edge[]
}

/**
 * Cycles that can go on for ever though nobody is kept from running [Emerson and Lei 1987]: every thread that can run
 * in some state of the cycle does run in it, and every value that a choice in it could have is had. In each part of the
 * component that has some, one that has all that the part has.
 */
export function fairCyclesOf(component: Component): FairCycle[] {
  return fairParts(component).map((part) => cycleThrough(component, part))
}

function fairParts({ states, edges }: Part): Part[] {
  const fair: Part[] = []
  const todo = connectedParts(states, edges)
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    const kept = keptRunning(part)
    const whole = withWholeChoices(part.edges)
    if (kept.length < part.states.length || whole.length < part.edges.length) todo.push(...connectedParts(kept, whole))
    else fair.push(part)
  }
  return fair
}

/** Without the states in which a thread can run that never does in this part. */
function keptRunning({ states, edges }: Part): readonly OpenState[] {
  const width = states[0]!.enabled.length
  const runs = new Int32Array(width)
  for (const { thread } of edges) runs[thread >>> 5]! |= 1 << thread
  return states.filter(({ enabled }) => enabled.every((word, i) => (word & ~runs[i]!) === 0))
}

/** Without choices that can fall so that they lead out of this part. */
function withWholeChoices(edges: readonly Edge[]): readonly Edge[] {
  if (edges.every(({ choices }) => choices === 1)) return edges
  const values = new Map<string, Set<number>>()
  const keyOf = ({ from, thread }: Edge): string => `${from} ${thread}`
  for (const edge of edges) values.set(keyOf(edge), (values.get(keyOf(edge)) ?? new Set()).add(edge.choice))
  return edges.filter((edge) => values.get(keyOf(edge))!.size === edge.choices)
}

/** The strongly connected parts that have a cycle. */
function connectedParts(states: readonly OpenState[], edges: readonly Edge[]): Part[] {
  const byNumber = new Map(states.map((state) => [state.number, state]))
  const inside = edges.filter(({ from, to }) => byNumber.has(from) && byNumber.has(to))
  const forth = adjacency(
    inside,
    ({ from }) => from,
    ({ to }) => to,
  )
  const back = adjacency(
    inside,
    ({ to }) => to,
    ({ from }) => from,
  )
  // Kosaraju and Sharir: in the order in which a search leaves them, the last first, what leads to each.
  const order = inOrderLeft([...byNumber.keys()], forth)
  const partOf = new Map<number, number>()
  for (const root of order.reverse()) {
    if (partOf.has(root)) continue
    const todo = [root]
    partOf.set(root, root)
    for (let at = todo.pop(); at !== undefined; at = todo.pop())
      for (const before of back.get(at) ?? [])
        if (!partOf.has(before)) {
          partOf.set(before, root)
          todo.push(before)
        }
  }
  const parts = new Map<number, { states: OpenState[]; edges: Edge[] }>()
  for (const edge of inside) {
    const part = partOf.get(edge.from)!
    if (part !== partOf.get(edge.to)) continue
    if (!parts.has(part)) parts.set(part, { states: [], edges: [] })
    parts.get(part)!.edges.push(edge)
  }
  for (const [number, part] of partOf) parts.get(part)?.states.push(byNumber.get(number)!)
  return [...parts.values()]
}

function adjacency(
  edges: readonly Edge[],
  from: (edge: Edge) => number,
  to: (edge: Edge) => number,
): ReadonlyMap<number, readonly number[]> {
  const lists = new Map<number, number[]>()
  for (const edge of edges) {
    const list = lists.get(from(edge))
    if (list === undefined) lists.set(from(edge), [to(edge)])
    else list.push(to(edge))
  }
  return lists
}

function inOrderLeft(numbers: readonly number[], next: ReadonlyMap<number, readonly number[]>): number[] {
  const left: number[] = []
  const seen = new Set<number>()
  for (const root of numbers) {
    if (seen.has(root)) continue
    seen.add(root)
    const path = [{ at: root, next: 0 }]
    while (path.length > 0) {
      const top = path.at(-1)!
      const to = next.get(top.at)?.[top.next++]
      if (to === undefined) left.push(path.pop()!.at)
      else if (!seen.has(to)) {
        seen.add(to)
        path.push({ at: to, next: 0 })
      }
    }
  }
  return left
}

/** Around through an event of every thread that runs in this part, and all values of its choices. */
function cycleThrough(component: Component, part: Part): FairCycle {
  const forth = new Map<number, Edge[]>()
  for (const edge of part.edges) forth.set(edge.from, [...(forth.get(edge.from) ?? []), edge])
  const way = wayTo(component.states[0]!.number, component.edges, (at) => forth.has(at))
  const start = way.at(-1)?.to ?? component.states[0]!.number
  const missing = new Set(part.edges.map(wanted))
  const round: Edge[] = []
  let at = start
  while (missing.size > 0) {
    const next = wayThrough(at, part.edges, (edge) => missing.has(wanted(edge)))
    for (const edge of next) missing.delete(wanted(edge))
    round.push(...next)
    at = next.at(-1)!.to
  }
  round.push(...wayTo(at, part.edges, (number) => number === start))
  return { way: way.map(stepOf), round: round.map(stepOf) }
}

const wanted = ({ from, thread, choice, choices }: Edge): string =>
  choices === 1 ? `${thread}` : `${from} ${thread} ${choice}`
const stepOf = ({ thread, choice }: Edge): Step => ({ thread, choice })

/** The shortest way to a state, empty if it is one. */
function wayTo(start: number, edges: readonly Edge[], isThere: (number: number) => boolean): Edge[] {
  return isThere(start) ? [] : wayThrough(start, edges, ({ to }) => isThere(to))
}

/** The shortest way that ends with such a transition; there is one. */
function wayThrough(start: number, edges: readonly Edge[], isLast: (edge: Edge) => boolean): Edge[] {
  const forth = new Map<number, Edge[]>()
  for (const edge of edges) {
    const list = forth.get(edge.from)
    if (list === undefined) forth.set(edge.from, [edge])
    else list.push(edge)
  }
  const cameBy = new Map<number, Edge>()
  const todo = [start]
  for (const at of todo) {
    for (const edge of forth.get(at) ?? []) {
      if (isLast(edge)) return [...backTo(start, at, cameBy), edge]
      if (edge.to === start || cameBy.has(edge.to)) continue
      cameBy.set(edge.to, edge)
      todo.push(edge.to)
    }
  }
  return []
}

function backTo(start: number, end: number, cameBy: ReadonlyMap<number, Edge>): Edge[] {
  const way: Edge[] = []
  for (let at = end; at !== start; at = way.at(-1)!.from) way.push(cameBy.get(at)!)
  return way.reverse()
}
