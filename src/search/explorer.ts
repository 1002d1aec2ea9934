import { nondeterminism } from '../errors.ts'
import { describeOperation } from '../execution/describe.ts'
import type { Execution } from '../execution/execution.ts'
import { cellRefinements } from '../program/allocation.ts'
import { isChooseSpec, isSpawn } from '../program/controls.ts'
import { CellMap } from '../trace/cells.ts'
import { EventLog } from '../trace/event-log.ts'
import { TraceHash } from '../trace/trace-hash.ts'
import { Counters } from './counters.ts'
import { SearchStack } from './search-stack.ts'
import { firstOf, hasThread } from './thread-sets.ts'

export interface ExplorerOptions {
  readonly maxDepth: number
  /** Whether distinct traces and local states are counted. */
  readonly count: boolean
}

/** Told about every complete execution, while its final state is still there. Returns true to end the search. */
export type OnExecution = (depth: number) => boolean

/**
 * Stateless depth-first search [Coons, dissertation, Alg. 1]: runs the program again and again, each time replaying the
 * current sequence S up to a state with an unexplored successor and extending it until no thread is enabled.
 *
 * Differs from the recursive formulation: the recursion's variables live in `SearchStack`, so that a search can pause
 * between any two executions; and a `choose(n)` has n successors for one thread.
 */
export class Explorer {
  readonly counters: Counters
  readonly log: EventLog
  finished = false
  /** Length of S. */
  depth = 0

  private readonly execution: Execution
  private readonly options: ExplorerOptions
  private readonly stack = new SearchStack()
  private readonly hash: TraceHash | null
  private readonly onExecution: OnExecution
  private refinements: number

  constructor(execution: Execution, options: ExplorerOptions, onExecution: OnExecution) {
    this.execution = execution
    this.options = options
    this.onExecution = onExecution
    this.counters = new Counters(options.count)
    this.log = new EventLog(new CellMap(execution.layout.extent))
    this.hash = options.count ? new TraceHash(this.log) : null
    this.refinements = cellRefinements()
  }

  /** Runs one more execution; `finished` says whether there are further ones. */
  explore(): void {
    try {
      this.replay()
      this.extend()
    } finally {
      this.execution.leave()
    }
    if (this.refinements !== cellRefinements()) return this.startOver()
    if (this.conclude()) {
      this.finished = true
      return
    }
    this.backtrack()
  }

  /** S up to its last event has been executed before: the same again, without any bookkeeping. */
  private replay(): void {
    const { execution, log } = this
    execution.reset()
    // The last event of S is new: `backtrack` has replaced it.
    for (let i = 0; i < this.depth - 1; i++) {
      const slot = log.thread[i]!
      this.checkSame(i, slot)
      execution.step(slot, log.choice[i]!)
    }
    this.counters.transitions += Math.max(this.depth - 1, 0)
    if (this.depth > 0) {
      const last = this.depth - 1
      this.depth = last
      this.execute(log.thread[last]!, log.choice[last]!)
    }
  }

  /** Explore(S) for ever longer S: Initialize the new state's backtrack set, take one of its members. */
  private extend(): void {
    const { execution, stack } = this
    while (execution.failure === null && execution.anyEnabled) {
      if (this.depth >= this.options.maxDepth) return
      stack.enter(this.depth, execution.enabledLo, execution.enabledHi)
      stack.addBacktrack(this.depth, execution.enabledLo, execution.enabledHi)
      this.execute(this.pick(this.depth), 0)
    }
  }

  /** The thread that goes on from a state: the one that ran last, if it may, since switches cost readers more than threads. */
  private pick(depth: number): number {
    const { stack } = this
    const lo = stack.backtrackLo[depth]! & ~stack.doneLo[depth]!
    const hi = stack.backtrackHi[depth]! & ~stack.doneHi[depth]!
    if ((lo | hi) === 0) return -1
    const last = depth === 0 ? -1 : this.log.thread[depth - 1]!
    return last >= 0 && hasThread(lo, hi, last) ? last : firstOf(lo, hi)
  }

  /** S := S.next(final(S), slot) */
  private execute(slot: number, choice: number): void {
    const { execution, log, stack, depth } = this
    const op = execution.threads[slot]!.operation
    const spawns = isSpawn(op)
    stack.choices[depth] = execution.choicesOf(slot)
    stack.specs[depth] = op.spec
    log.record(depth, op, choice)
    execution.step(slot, choice)
    if (execution.hasThreadEnded(slot)) log.ended[depth] = 1
    if (spawns && execution.failure === null) log.spawned[depth] = execution.slotOf(execution.lastValue as number)
    this.counters.transitions++
    this.depth = depth + 1
    if (this.hash !== null) {
      this.hash.push(depth)
      this.counters.localStates!.add(this.hash.eventLo, this.hash.eventHi)
    }
  }

  isChoice(depth: number): boolean {
    return isChooseSpec(this.stack.specs[depth]!)
  }

  private conclude(): boolean {
    const { execution, counters, hash } = this
    if (execution.failure === null && execution.anyEnabled) {
      counters.cut++
      return false
    }
    counters.executions++
    if (hash !== null) {
      hash.hashTrace(execution.threads.length)
      counters.traces!.add(hash.eventLo, hash.eventHi)
    }
    return this.onExecution(this.depth)
  }

  /** Back to the deepest state from which something is left to explore, and on to that. */
  private backtrack(): void {
    const { log, stack } = this
    while (this.depth > 0) {
      const at = --this.depth
      this.hash?.pop(at)
      if (log.choice[at]! + 1 < stack.choices[at]!) {
        log.choice[at]!++
        this.depth++
        return
      }
      stack.markDone(at, log.thread[at]!)
      const next = this.pick(at)
      if (next < 0) continue
      log.thread[at] = next
      log.choice[at] = 0
      this.depth++
      return
    }
    this.finished = true
  }

  private startOver(): void {
    this.refinements = cellRefinements()
    for (let at = this.depth - 1; at >= 0; at--) this.hash?.pop(at)
    this.depth = 0
    this.counters.reset()
  }

  private checkSame(depth: number, slot: number): void {
    const { execution, log, stack } = this
    const op = execution.threads[slot]!.operation
    if (execution.isEnabled(slot) && op.spec === stack.specs[depth] && op.address === log.cell[depth]) return
    const name = execution.threads[slot]!.name
    const now = execution.isEnabled(slot) ? `is about to ${describeOperation(op)}` : 'cannot run'
    throw nondeterminism(
      `the program is not deterministic: at event ${depth + 1} thread ${name} did \`${stack.specs[depth]!.name}\` in an earlier execution ` +
      `with the same schedule, and now ${now}. State outside \`mem\` (a module variable, a file, a clock) must have changed between executions`)
  }
}
