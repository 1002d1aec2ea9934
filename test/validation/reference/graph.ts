import { threadText } from '../likeness.ts'
import { threadEnd } from '../../../src/dependence/cells.ts'
import { ThreadStatus } from '../../../src/execution/controlled-thread.ts'
import { Execution } from '../../../src/execution/execution.ts'
import { isSpawn, isYield } from '../../../src/program/operations/controls.ts'
import { isCompareExchange } from '../../../src/program/operations/atomics.ts'
import type { Operation } from '../../../src/program/operations/operation.ts'
import type { Program } from '../../../src/program/program.ts'
import { type Commutations, noCommutations } from '../../../src/search/commutations.ts'
import { coarserTouch } from './coarser.ts'
import { EventNames, type Footprint, footprintOf, type PathEvent } from './events.ts'
import { HashCheck } from './hash-check.ts'
import { localContextCost } from './local-context.ts'
import { actionOf, racesOfLast } from './races.ts'
import { type EndResult, endResult, failureText, outcomeText, stateText } from './state.ts'
import { withoutBuiltins } from '../../support/without-builtins.ts'

/** A transition. Threads are named by their handles. */
export interface Edge {
  readonly thread: number
  readonly choice: number
  readonly event: number
  readonly target: Node
}

/** What a thread is about to do. */
export interface Pending {
  readonly footprint: Footprint
  readonly releases: boolean
  /** It is an access to memory that does not synchronise. */
  readonly plain: boolean
  /** What it would do to memory now, byte by byte: a compare-and-swap that fails only reads. */
  readonly effect: Footprint
}

/** A Mazurkiewicz trace: all sequences that lead here are equivalent. */
export interface Node {
  readonly id: number
  readonly depth: number
  readonly enabled: readonly number[]
  /** Enabled threads that are inside sealed code: while they can go on, nobody else may after them. */
  readonly sealed: ReadonlySet<number>
  /** By thread. */
  readonly pending: ReadonlyMap<number, Pending>
  /** Threads whose last event is a yield. */
  readonly justYielded: ReadonlySet<number>
  readonly yields: ReadonlyMap<number, number>
  /** What the execution came to, if it ends here. */
  readonly outcome: string | null
  /** The same as users see it; for a deadlock who waits at which operation. */
  readonly result: EndResult | null
  /** The event that failed, if it ends here by an exception. */
  readonly failed: number | null
  readonly edges: Edge[]
}

/**
 * Something that the reference itself found wrong: two sequences of one trace that differ, a hash that does not tell
 * traces apart.
 */
export class ReferenceError extends Error {}

/** The program has more traces than are worth the time. */
export class TooLarge extends Error {}

interface Step {
  readonly slot: number
  readonly choice: number
}

/**
 * All states of a program: the unreduced, unbounded search, once, with states told apart by the trace that led to them.
 * What an unreduced search with any bound reaches is then a walk on this graph (see `reachable.ts`). Shares nothing
 * with the explorer but the controlled execution of programs; and it checks that what it merges is really the same
 * (errata 30a).
 */
export class Graph {
  readonly nodes: Node[] = []
  readonly names = new EventNames()
  /** By event: the first sequence that ended with it, and what that sequence costs. */
  private readonly sequences: (readonly PathEvent[])[] = []
  private readonly localContexts: number[] = []
  private readonly execution: Execution
  private readonly limit: number
  private readonly byTrace = new Map<string, Node>()
  private readonly states: string[] = []
  private readonly hashes: HashCheck
  /** The steps after which the execution is now. */
  private at: readonly Step[] = []

  private readonly commute: Commutations

  private constructor(execution: Execution, limit: number, commute: Commutations) {
    this.execution = execution
    this.commute = commute
    this.hashes = new HashCheck(execution.layout.cells, commute)
    this.limit = limit
    try {
      this.build()
    } finally {
      execution.leave()
    }
  }

  /** With `commute`, traces are those of the coarser equivalence. */
  static of(program: Program, limit: number, commute: Commutations = noCommutations): Graph {
    const execution = withoutBuiltins(new Execution(program))
    execution.context.commuting = commute.unusedResults
    for (;;) {
      const refinements = execution.layout.refinements
      try {
        const graph = new Graph(execution, limit, commute)
        if (refinements === execution.layout.refinements) return graph
      } catch (error) {
        // As a search does: start over when memory turned out to be accessed in smaller pieces.
        if (refinements === execution.layout.refinements) throw error
      }
    }
  }

  get root(): Node {
    return this.nodes[0]!
  }

  /** By allocation: the smallest pieces in which it is accessed. */
  get cellBytes(): number[] {
    return this.execution.layout.allocations.map(({ cellBytes }) => cellBytes)
  }

  /** From one sequence: that it does not depend on which is for the bounds' own tests to show. */
  localContext(event: number): number {
    return (this.localContexts[event] ??= localContextCost(this.sequences[event]!))
  }

  /** The data races of the event with others: a matter of its causal past, whichever sequence it is in. */
  racesOf(event: number): readonly string[] {
    return (this.races[event] ??= racesOfLast(this.sequences[event]!))
  }
  private readonly races: (readonly string[])[] = []

  /** Whether some event races with another one. */
  get hasRaces(): boolean {
    return this.sequences.some((_, event) => this.racesOf(event).length > 0)
  }

  /** What the event did, whichever sequence it is in. */
  occurrence(event: number): PathEvent {
    return this.sequences[event]!.at(-1)!
  }

  private build(): void {
    this.execution.reset()
    const root = this.enter([])
    const todo: { node: Node; path: readonly PathEvent[]; steps: readonly Step[]; step: Step }[] = []
    const plan = (node: Node, path: readonly PathEvent[], steps: readonly Step[]): void => {
      for (const step of this.successors(node)) todo.push({ node, path, steps, step })
    }
    plan(root, [], this.at)
    for (let task; (task = todo.pop()) !== undefined; ) {
      if (this.at !== task.steps) this.replay(task.steps)
      const event = this.perform(task.path, task.step)
      const path = [...task.path, event]
      const before = this.nodes.length
      const target = this.enter(path)
      task.node.edges.push({ thread: event.thread, choice: event.choice, event: event.id, target })
      this.at = [...task.steps, task.step]
      if (this.nodes.length > before) plan(target, path, this.at)
    }
  }

  private successors(node: Node): Step[] {
    const { execution } = this
    if (node.outcome !== null) return []
    return node.enabled.flatMap((handle) => {
      const slot = execution.threads.findIndex(
        (thread) => thread.handle === handle && thread.status !== ThreadStatus.absent,
      )
      return Array.from({ length: execution.choicesOf(slot) }, (_, choice) => ({ slot, choice }))
    })
  }

  private replay(steps: readonly Step[]): void {
    this.execution.reset()
    for (const { slot, choice } of steps) this.execution.step(slot, choice)
  }

  private perform(path: readonly PathEvent[], { slot, choice }: Step): PathEvent {
    const { execution } = this
    const thread = execution.threads[slot]!
    const op = thread.operation
    const footprint = footprintOf(op)
    const asks = isYield(op)
    const { name } = op.spec
    const spawns = isSpawn(op)
    const action = actionOf(op)
    const touch = coarserTouch(op, this.commute)
    this.hashes.record(path.length, op, choice)
    execution.step(slot, choice)
    const touched = touch?.(execution.lastValue) ?? null
    if (touched !== null) for (const name of footprint.keys()) footprint.set(name, touched)
    if (execution.hasThreadEnded(slot)) footprint.set(String(threadEnd(slot)), 'write')
    const spawned = spawns ? (execution.lastValue as number) : null
    if (touched === 'read') this.hashes.turnsOutToRead(path.length)
    this.hashes.complete(path.length, execution.hasThreadEnded(slot), spawned === null ? -1 : execution.slotOf(spawned))
    const yields = asks || timesOut(name, execution.lastValue)
    const event = {
      thread: thread.handle,
      who: threadText(thread),
      choice,
      yields,
      footprint,
      spawned,
      action: action(execution.lastValue),
    }
    return { ...event, id: this.names.name(path, event) }
  }

  /** The node of the trace that the path belongs to; what is known of it must agree with the execution's state. */
  private enter(path: readonly PathEvent[]): Node {
    const last = new Map<number, PathEvent>()
    for (const event of path) last.set(event.thread, event)
    const trace = [...last]
      .map(([thread, { id }]) => `${thread}:${id}`)
      .sort()
      .join(' ')
    const state = stateText(this.execution)
    let node = this.byTrace.get(trace)
    if (node === undefined) {
      if (this.nodes.length >= this.limit) throw new TooLarge(`more than ${this.limit} traces`)
      node = this.makeNode(path, last)
      this.nodes.push(node)
      this.byTrace.set(trace, node)
      this.states.push(state)
    } else if (this.states[node.id] !== state) {
      throw new ReferenceError(
        `two sequences of one trace lead to different states:\n${this.states[node.id]!}\n${state}`,
      )
    }
    this.checkPath(path, node)
    return node
  }

  private makeNode(path: readonly PathEvent[], last: ReadonlyMap<number, PathEvent>): Node {
    const { execution } = this
    const yields = new Map<number, number>()
    for (const event of path) if (event.yields) yields.set(event.thread, (yields.get(event.thread) ?? 0) + 1)
    const enabled = execution.threads.filter(({ slot }) => execution.isEnabled(slot))
    return {
      id: this.nodes.length,
      depth: path.length,
      enabled: enabled.map(({ handle }) => handle).sort((a, b) => a - b),
      sealed: new Set(enabled.filter(({ operation }) => operation.sealed).map(({ handle }) => handle)),
      pending: new Map(
        execution.threads
          .filter(({ status }) => status === ThreadStatus.pending)
          .map(({ handle, operation }) => [handle, pendingOf(operation)]),
      ),
      justYielded: new Set([...last].filter(([, event]) => event.yields).map(([thread]) => thread)),
      yields,
      outcome: outcomeText(execution),
      result: endResult(execution),
      failed: failureText(execution) === null || path.length === 0 ? null : path.at(-1)!.id,
      edges: [],
    }
  }

  /** The engine's hashes must tell traces and local states apart exactly as the canonical names do. */
  private checkPath(path: readonly PathEvent[], node: Node): void {
    const event = path.at(-1)
    if (event === undefined) return
    const complaint = this.hashes.check(path, node.id, this.execution.threads.length)
    if (complaint !== null) throw new ReferenceError(complaint)
    this.sequences[event.id] ??= path
  }
}

function pendingOf(op: Operation): Pending {
  const footprint = footprintOf(op)
  const fails = isCompareExchange(op) && (op.view as Int32Array)[op.index] !== op.operand
  const waitList = op.accesses.cell2 === -1 ? '' : String(op.accesses.cell2)
  const bytes = [...footprint].filter(([name]) => op.view !== null && name !== waitList)
  const effect = new Map(bytes.map(([name, touch]) => [name, fails ? ('read' as const) : touch]))
  return { footprint, effect, releases: op.spec.releases === true, plain: op.view !== null && !op.spec.synchronises }
}

/** A wait whose time was over let others go on meanwhile. */
function timesOut(name: string, value: unknown): boolean {
  if (name === 'Atomics.waitAsync wake') return String(value).startsWith('t')
  if (name === 'Atomics.wait wake') return value === 'timed-out'
  return name.startsWith('timed ') && (value === false || value === undefined)
}
