import { conflict, Footprint } from '../../trace/footprint.ts'
import type { TraceHash } from '../../trace/trace-hash.ts'
import type { Bound } from '../../bounds/bound.ts'
import type { Execution } from '../../execution/execution.ts'
import { ThreadStatus } from '../../execution/controlled-thread.ts'
import { EventFlag } from '../../trace/event-log.ts'
import type { Explorer } from '../explorer.ts'
import type { Optimisations } from '../optimisations.ts'
import { Bpor } from './bpor.ts'

/** What was pending in a state or below it: by thread and access, each once. */
type Summary = Map<number | string, Footprint>

/** A state that has been explored completely. */
interface Explored {
  /** The least cost at which it was reached. */
  readonly cost: number
  readonly sleepLo: number
  readonly sleepHi: number
  readonly exceeded: number
  readonly summary: Summary
}

/** Beyond so many states nothing more is remembered. */
const MOST_STATES = 200_000

/**
 * BPOR that remembers states. The same trace so far with the same thread executing (if it can go on), reached at no less cost than before, has
 * nothing below it that is not explored: the search goes back at once, after entering what its sub-tree would have entered as
 * backtrack points into the current stack.
 *
 * For every transition that was pending below the state, that is a point before the most recent dependent event of each other
 * thread. And where the executing thread goes on below the state, its current block goes on too: a transition that is dependent
 * with one of the executing thread's needs the conservative point at the start of that block (Alg. 11, l. 10; without it
 * `add y; r x; r y; lock m || r y || lock m; w y; w x` loses 1 of 17 traces at bound 1). With sleep sets, a state counts only
 * if what slept when it was explored sleeps now.
 */
export class CachedBpor extends Bpor {
  private readonly hash: TraceHash
  private readonly states = new Map<string, Explored>()
  private readonly summaries: Summary[] = []
  /** By state: its key, or null when it must not be remembered. */
  private readonly keys: (string | null)[] = []
  private readonly preemption: Bound

  constructor(search: Explorer, execution: Execution, bounds: readonly Bound[], optimise: Optimisations, hash: TraceHash) {
    super(search, execution, bounds, optimise)
    this.hash = hash
    this.preemption = bounds[0]!
  }

  override visit(): void {
    const { search } = this
    const { depth } = search
    if (depth > 0) this.backtrackPending(false)
    this.enter(depth)
    if (depth > 0) {
      this.hash.hashTrace(this.execution.threads.length)
      const key = `${this.hash.eventLo} ${this.hash.eventHi} ${this.executingAt(depth)}`
      this.keys[depth] = key
      const known = this.states.get(key)
      if (known !== undefined && this.covers(known, depth)) {
        this.goBack(known, depth)
        return
      }
    }
    this.initialize()
  }

  override end(): void {
    super.end()
    this.enter(this.search.depth)
    // Not all was explored below an execution that was cut; and what an exception kept from running was entered against the
    // stack as it was.
    if (this.execution.failure !== null || this.execution.anyEnabled) this.forget(this.search.depth)
  }

  private enter(state: number): void {
    const summary: Summary = new Map()
    for (const thread of this.execution.threads) {
      if (thread.status !== ThreadStatus.pending) continue
      add(summary, new Footprint().ofOperation(thread.operation, this.search.log.cells))
    }
    this.summaries[state] = summary
    this.keys[state] = null
  }

  private covers(known: Explored, state: number): boolean {
    const { stack } = this.search
    return this.preemption.cost() >= known.cost && (known.sleepLo & ~stack.sleepLo[state]!) === 0 && (known.sleepHi & ~stack.sleepHi[state]!) === 0
  }

  /** The thread that another one would have to preempt, or -1: who ran last does not matter then. */
  private executingAt(state: number): number {
    const { log, stack } = this.search
    const last = log.thread[state - 1]!
    return stack.isEnabled(state, last) && !log.has(state - 1, EventFlag.yields) ? last : -1
  }

  private goBack(known: Explored, state: number): void {
    const { search } = this
    const executing = this.executingAt(state)
    this.keys[state] = null
    search.stack.exceeded[state] = known.exceeded
    search.stack.cached[state] = 1
    for (const step of known.summary.values()) this.backtrackStep(step)
    if (executing >= 0) this.backtrackBlock(known.summary, executing, state)
    merge(this.summaries[state]!, known.summary)
  }

  /** Backtrack(S, i, u) for the most recent dependent event i of each other thread. */
  private backtrackStep(step: Footprint): void {
    const { log, depth } = this.search
    let left = this.happensBefore.threads - 1
    const done = new Uint8Array(64)
    for (let i = depth - 1; i >= 0 && left > 0; i--) {
      const v = log.thread[i]!
      if (v === step.thread || done[v] === 1 || !conflict(this.scratch.ofEvent(log, i), step)) continue
      done[v] = 1
      left--
      this.addBacktrackPoint(i, step.thread)
      for (const bound of this.bounds) bound.backtrack(i, step.thread)
    }
  }
  private readonly scratch = new Footprint()

  /** The conservative points of the preemption bound for what the executing thread does as its block goes on. */
  private backtrackBlock(summary: Summary, executing: number, state: number): void {
    const { log } = this.search
    let start = state - 1
    while (start > 0 && log.thread[start - 1] === executing && !log.has(start - 1, EventFlag.yields)) start--
    const own = [...summary.values()].filter(({ thread }) => thread === executing)
    for (const step of summary.values()) {
      if (step.thread !== executing && own.some((other) => conflict(other, step))) this.search.addConservative(start, step.thread)
    }
  }

  /** Everything below the state has been explored. */
  leave(state: number): void {
    const summary = this.summaries[state]
    if (summary === undefined) return
    const key = this.keys[state] ?? null
    if (key !== null) this.remember(key, state, summary)
    if (state > 0) merge(this.summaries[state - 1]!, summary)
  }

  private remember(key: string, state: number, summary: Summary): void {
    const { stack } = this.search
    const cost = this.preemption.cost()
    const known = this.states.get(key)
    if (known === undefined ? this.states.size >= MOST_STATES : known.cost <= cost) return
    this.states.set(key, { cost, sleepLo: stack.sleepLo[state]!, sleepHi: stack.sleepHi[state]!, exceeded: stack.exceeded[state]!, summary })
  }

  /** A state, and with it all states above it, that must not be remembered. */
  private forget(state: number): void {
    for (let s = 0; s <= state; s++) this.keys[s] = null
  }
}

function add(summary: Summary, step: Footprint): void {
  const key = step.cell2 < 0 && step.bytes <= 8 && step.cell < 1 << 20
    ? (((step.cell * 16 + step.bytes) * 4 + step.access) * 8 + step.commutes) * 64 + step.thread
    : `${step.thread} ${step.cell} ${step.bytes} ${step.access} ${step.commutes} ${step.cell2} ${step.access2}`
  if (!summary.has(key)) summary.set(key, step)
}

function merge(into: Summary, from: Summary): void {
  for (const [key, step] of from) if (!into.has(key)) into.set(key, step)
}
