import type { IndependentProgram } from './language.ts'
import { type End, Machine } from './machine.ts'
import { keyOf, race, type State } from './state.ts'

export interface Edge {
  readonly thread: number
  readonly to: number
  readonly yielded: boolean
}

export interface Node {
  readonly edges: Edge[]
  /** Threads that are in the middle of sealed code. */
  sealed: readonly number[]
  end: End | null
}

export class TooLarge extends Error {}

export const isEnabled = (node: Node, thread: number): boolean => node.edges.some((edge) => edge.thread === thread)

/** A thread in the middle of sealed code is not preempted; where it blocks, others run. */
export const mayRun = (node: Node, thread: number, last: number): boolean =>
  thread === last || !node.sealed.includes(last) || !isEnabled(node, last)

/**
 * All reachable states of a program and the transitions between them: every interleaving, each state once. It knows
 * nothing about independence.
 */
export class StateGraph {
  readonly nodes: Node[] = []
  readonly threads: number
  readonly threadNames: readonly string[]
  /** Pairs of threads that can be about to access the same bytes, one of them to write and one of them plainly. */
  readonly races: ReadonlySet<string>

  constructor(program: IndependentProgram, mostStates = 200_000) {
    const machine = new Machine(program)
    const places = new Map<string, number>()
    const states: State[] = []
    const races = new Set<string>()
    const names: string[] = []
    const place = (state: State): number => {
      const key = keyOf(state)
      let at = places.get(key)
      if (at === undefined) {
        if (this.nodes.length >= mostStates) throw new TooLarge(`more than ${mostStates} states`)
        places.set(key, (at = this.nodes.length))
        this.nodes.push({ edges: [], sealed: [], end: null })
        states.push(state)
      }
      return at
    }
    const failed = (end: End): number => {
      const key = JSON.stringify(end)
      let at = places.get(key)
      if (at === undefined) {
        places.set(key, (at = this.nodes.length))
        this.nodes.push({ edges: [], sealed: [], end })
        states.push(undefined as never)
      }
      return at
    }
    place(machine.initial())
    for (let at = 0; at < this.nodes.length; at++) {
      const node = this.nodes[at]!
      if (node.end !== null) continue
      const state = states[at]!
      states[at] = undefined as never
      for (const thread of state.threads.values()) names[thread.id] = thread.name
      const enabled = machine.enabled(state)
      node.sealed = enabled.filter(({ seal }) => seal === 'inside').map(({ id }) => id)
      findRaces(state, enabled, races)
      if (enabled.length === 0) node.end = machine.end(state)
      for (const { thread, yielded, to } of machine.successors(state)) {
        node.edges.push({ thread, yielded, to: 'message' in to ? failed({ kind: 'failed', failure: to }) : place(to) })
      }
    }
    this.threads = machine.threads
    this.threadNames = names
    this.races = races
  }

  get hasYields(): boolean {
    return this.nodes.some(({ edges }) => edges.some(({ yielded }) => yielded))
  }
}

function findRaces(state: State, enabled: ReturnType<Machine['enabled']>, found: Set<string>): void {
  for (const [i, a] of enabled.entries()) {
    for (const b of enabled.slice(i + 1)) {
      if (race(state, a.pending!.access, b.pending!.access)) found.add([a.name, b.name].sort().join(' and '))
    }
  }
}
