import { cheapestEnds, cheapestFairEnds, type Cost, costs, deltaCost } from './costs.ts'
import { type IndependentProgram, rootsOf } from './language.ts'
import type { End, Held, Waiting } from './machine.ts'
import type { Failure } from './state.ts'
import { StateGraph } from './state-graph.ts'

export type CostName = 'preemption' | 'context' | 'depth' | 'delta'
/** The least cost with which something can be reached, by bound. */
export type Costs = Readonly<Partial<Record<CostName, number>>>

/**
 * What is reachable: everything that a check may say and everything that it must. A fact is an outcome, a bug or a lock
 * that is kept.
 */
export class Expectation {
  readonly program: IndependentProgram
  readonly graph: StateGraph
  readonly facts = new Map<string, Partial<Record<CostName, number>>>()
  /** Who waits for what held by whom, in each deadlock. */
  readonly holders = new Set<string>()
  /** The bounds that are defined for this program: nothing says where a spawned thread comes in round robin. */
  readonly bounds: readonly CostName[]
  /** What stands for a fact and for all that differ from it in nothing but which of several like threads is which. */
  private readonly classes = new Map<string, string>()
  private readonly fair = new Map<number, ReadonlyMap<string, number>>()

  constructor(program: IndependentProgram, mostStates?: number) {
    this.program = program
    this.graph = new StateGraph(program, mostStates)
    this.bounds =
      program.tasks === undefined ? ['preemption', 'context', 'depth', 'delta'] : ['preemption', 'context', 'depth']
    for (const name of this.bounds) {
      const cost: Cost = name === 'delta' ? deltaCost(this.graph.threads) : costs[name]
      for (const [fact, paid] of this.leastByFact(cheapestEnds(this.graph, cost))) {
        const known = this.facts.get(fact) ?? {}
        known[name] = paid
        this.facts.set(fact, known)
      }
    }
    const roots = rootsOf(program)
    for (const { end } of this.graph.nodes) {
      if (end === null) continue
      const alike = factsOf(withNames(end, (name) => roots.get(name) ?? name))
      for (const [i, fact] of factsOf(end).entries()) this.classes.set(fact, alike[i]!)
    }
    for (const { end } of this.graph.nodes) if (end?.kind === 'deadlock') this.holders.add(holdersKey(end.waiting))
  }

  /** Where threads run one function, a bug of one of them is a bug of all. */
  classOf(fact: string): string {
    return this.classes.get(fact) ?? fact
  }

  get bugs(): string[] {
    return [...this.facts.keys()].filter((fact) => fact.startsWith('bug '))
  }

  get hasFailures(): boolean {
    return this.graph.nodes.some(({ end }) => end?.kind === 'failed')
  }

  /** The least number of preemptions within a fair bound; what is not reachable within it is not there. */
  preemptionsWithinFair(limit: number): ReadonlyMap<string, number> {
    let known = this.fair.get(limit)
    if (known === undefined) this.fair.set(limit, (known = this.leastByFact(cheapestFairEnds(this.graph, limit))))
    return known
  }

  private leastByFact(ends: ReadonlyMap<number, number>): Map<string, number> {
    const least = new Map<string, number>()
    for (const [at, paid] of ends) {
      for (const fact of factsOf(this.graph.nodes[at]!.end!))
        least.set(fact, Math.min(least.get(fact) ?? Infinity, paid))
    }
    return least
  }
}

export const outcomeFact = (text: string): string => `outcome ${text}`
export const failureFact = ({ kind, thread, message }: Failure): string => `bug ${kind} in ${thread}: ${message}`

function factsOf(end: End): string[] {
  switch (end.kind) {
    case 'completed':
      return [
        outcomeFact(end.value),
        ...(end.failure === null ? [] : [failureFact(end.failure)]),
        ...end.held.map(heldFact),
      ]
    case 'deadlock':
      return [outcomeFact('"deadlock"'), deadlockFact(end.waiting), ...end.held.map(heldFact)]
    case 'failed':
      return [outcomeFact('"exception"'), failureFact(end.failure)]
  }
}

const withNames = (end: End, nameOf: (name: string) => string): End => {
  const held = (all: readonly Held[]): Held[] => all.map((one) => ({ ...one, thread: nameOf(one.thread) }))
  switch (end.kind) {
    case 'completed':
      return { ...end, held: held(end.held) }
    case 'deadlock':
      return {
        ...end,
        waiting: end.waiting.map((one) => ({ ...one, thread: nameOf(one.thread) })),
        held: held(end.held),
      }
    case 'failed':
      return { ...end, failure: { ...end.failure, thread: end.failure.thread && nameOf(end.failure.thread) } }
  }
}

/** A thread that ends while it holds a lock. */
export const heldFact = ({ thread, lock }: Held): string => `held ${lock} by ${thread}`

const sortedKey = (parts: readonly string[]): string => [...parts].sort().join('; ')

/** Which thread waits where. A place in memory has several names, so only the kind of operation counts there. */
export const deadlockFact = (waiting: readonly Waiting[]): string =>
  `bug deadlock: ${sortedKey(waiting.map(({ thread, operation }) => `${thread} at ${placeless(operation)}`))}`

export const holdersKey = (waiting: readonly Waiting[]): string =>
  sortedKey(
    waiting.map(
      ({ thread, operation, heldBy }) =>
        `${thread} at ${placeless(operation)} held by ${[...heldBy].sort().join(' and ')}`,
    ),
  )

function placeless(operation: string): string {
  if (operation.startsWith('Atomics.wait')) return 'Atomics.wait'
  return operation.startsWith('join') ? 'join' : operation.trim()
}
