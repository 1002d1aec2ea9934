import { conflict } from '../dependence/accesses.ts'
import type { Bound, BoundName, SearchView } from '../bounds/bound.ts'
import { bounds as boundTable } from '../bounds/index.ts'
import { Sealing } from '../bounds/sealed.ts'
import type { Capacities } from '../base/capacities.ts'
import type { Execution } from '../execution/execution.ts'
import { cellRefinements } from '../program/memory/allocation.ts'
import { isSpawn } from '../program/operations/controls.ts'
import { hasTimedOut } from '../program/operations/wait-and-notify.ts'
import { type Operation, running } from '../program/operations/operation.ts'
import { Order } from '../program/operations/operation-spec.ts'
import { CommutingBefore } from '../trace/commuting-before.ts'
import { CommutingHash } from '../trace/commuting-hash.ts'
import { EventFlag, EventLog } from '../trace/event-log.ts'
import { HappensBefore } from '../trace/happens-before.ts'
import { HashSet } from '../base/hash-set.ts'
import type { RaceDetector } from '../trace/race-detector.ts'
import { TraceHash } from '../trace/trace-hash.ts'
import { type Commutations, noCommutations, resolveCompareExchanges } from './commutations.ts'
import { Counters } from './counters.ts'
import { type Estimate, rangeOf } from './estimate-range.ts'
import { TreeEstimate } from './estimate.ts'
import { noOptimisations, type Optimisations } from './optimisations.ts'
import { priceAll } from './price-all.ts'
import type { Reduction } from './reduction.ts'
import { checkSame } from './same-again.ts'
import { SearchStack } from './search-stack.ts'
import { Bpor } from './strategies/bpor.ts'
import { CachedBpor } from './strategies/cached-bpor.ts'
import { Exhaustive } from './strategies/exhaustive.ts'
import { Optimal } from './strategies/optimal.ts'

export type ReductionName = 'none' | 'dpor' | 'optimal'

export interface ExplorerOptions {
  readonly reduction: ReductionName
  readonly bounds: Readonly<Partial<Record<BoundName, number>>>
  readonly optimise: Optimisations
  /** Whether the program has sealed code, which must then be respected. */
  readonly sealing?: boolean
  readonly commute?: Commutations
  readonly maxDepth: number
  /** Whether distinct traces and local states are counted. */
  readonly count: boolean
  /** Sees all events, to find data races. */
  readonly races?: RaceDetector
}

/** Told about every complete execution, while its final state is still there. Returns true to end the search. */
export type OnExecution = (depth: number) => boolean

/**
 * Stateless depth-first search [Coons, dissertation, Alg. 8 and 18]: runs the program again and again, each time
 * replaying
 * the current sequence S up to a state with an unexplored successor and extending it until no thread is enabled.
 *
 * Differs from the recursive formulation: the recursion's variables live in `SearchStack`, so that a search can pause
 * between any two executions; a `choose(n)` has n successors for one thread; and, as errata 19 says, the two loops of
 * Alg. 18 are one, since exploring a pending thread can add backtrack points.
 */
export class Explorer implements SearchView {
  readonly counters: Counters
  readonly log: EventLog
  readonly stack: SearchStack
  readonly capacities: Capacities
  readonly happensBefore: HappensBefore
  finished = false
  /**
   * Told about executions that were cut at the depth limit, abandoned or ended by a bound, or were complete but led to
   * a known trace. Returns
   * true to end the search.
   */
  onAbandoned: ((depth: number, why: 'cut' | 'known' | 'redundant') => boolean | void) | null = null
  /** len(S) */
  depth = 0

  protected readonly execution: Execution
  protected readonly options: ExplorerOptions
  protected readonly optimise: Optimisations
  readonly commute: Commutations
  protected readonly hash: TraceHash | null
  protected readonly clocks: boolean
  protected readonly usesCache: boolean
  /** The complete traces that were executed, where a search without this would execute some of them again. */
  protected readonly executed: HashSet | null
  protected readonly bounds: readonly Bound[]
  protected readonly reduction: Reduction
  protected readonly onExecution: OnExecution
  protected readonly size: TreeEstimate
  protected readonly refinements = cellRefinements()
  private readonly raceDetector: RaceDetector | null

  constructor(execution: Execution, options: ExplorerOptions, onExecution: OnExecution) {
    this.execution = execution
    this.options = options
    this.onExecution = onExecution
    this.capacities = execution.capacities
    const { room } = this.capacities
    this.stack = new SearchStack(room)
    this.size = new TreeEstimate((state) => this.leftAt(state), room)
    this.raceDetector = options.races ?? null
    this.optimise =
      options.reduction === 'dpor' ? options.optimise : { ...noOptimisations, sleep: options.reduction === 'optimal' }
    this.commute = options.commute ?? noCommutations
    this.counters = new Counters(options.count, 4 * room)
    this.log = new EventLog(execution.layout.cells, room)
    const named = Object.entries(options.bounds) as [BoundName, number][]
    this.usesCache =
      this.optimise.cache && options.sealing !== true && named.length === 1 && 'preemption' in options.bounds
    // The optimal reduction comes to a trace again only after failures: what is counted anyway is enough to tell.
    this.executed = this.optimise.cache
      ? (this.counters.traces ?? new HashSet(4 * room))
      : options.reduction === 'optimal'
        ? this.counters.traces
        : null
    this.hash =
      options.count || options.reduction === 'optimal' || this.executed !== null
        ? new (this.commute.unusedResults ? CommutingHash : TraceHash)(this.log, room)
        : null
    this.happensBefore = new (this.commute.unusedResults ? CommutingBefore : HappensBefore)(
      this.log,
      execution.mostThreads,
      room,
    )
    this.log.blockingCounts = named.length > 1
    this.bounds = [
      ...named.map(([name, limit]) => this.makeBound(name, limit)),
      ...(options.sealing === true ? [new Sealing(this)] : []),
    ]
    this.clocks = options.reduction !== 'none' || 'local-depth' in options.bounds
    this.reduction = this.makeReduction()
  }

  // The parts of a search are made by methods, so that the validation can put unsound ones in their place.
  protected makeBound(name: BoundName, limit: number): Bound {
    return boundTable[name].make(limit, this)
  }

  protected makeReduction(): Reduction {
    switch (this.options.reduction) {
      case 'none':
        return new Exhaustive(this)
      case 'dpor':
        return this.usesCache
          ? new CachedBpor(this, this.execution, this.bounds, this.optimise, this.hash!)
          : new Bpor(this, this.execution, this.bounds, this.optimise)
      case 'optimal':
        return new Optimal(this, this.execution, this.hash!)
    }
  }

  /** Whether what was seen so far was computed on too large cells, so that the search has to start over. */
  get isOutdated(): boolean {
    return this.refinements !== cellRefinements()
  }

  /** Runs one more execution; `finished` says whether there are further ones. */
  explore(): void {
    let ended: boolean
    this.execution.remembers = this.optimise.cache || this.options.reduction === 'optimal'
    running.commuting = this.commute.unusedResults
    try {
      this.replay()
      ended = this.extend()
    } finally {
      this.execution.observer = null
      this.execution.leave()
      running.commuting = false
    }
    if (this.isOutdated) {
      this.finished = true
      return
    }
    if (ended && !this.isRepeated() ? this.conclude() : this.abandon(ended)) {
      this.finished = true
      return
    }
    this.reduction.plan?.()
    this.backtrackToUnexplored()
    if (!this.finished) this.size.branched(this.depth - 1)
  }

  /**
   * All of S but its last event has been executed before: back to there, or the same again, without any bookkeeping.
   */
  protected replay(): void {
    const { execution, log } = this
    const last = this.depth - 1
    if (last < 0 || this.run !== execution.resets || !execution.rewind(last)) {
      if (last < 0 && execution.syncOnly) execution.observer = this.raceDetector // what threads do before their first transition
      execution.reset()
      execution.observer = null
      for (let i = 0; i < last; i++) {
        const slot = log.thread[i]!
        checkSame(execution, log, i, slot)
        execution.step(slot, log.choice[i]!)
      }
      this.run = execution.resets
    }
    if (last < 0) return
    this.counters.transitions += last
    this.depth = last
    if (this.commute.failedCas) resolveCompareExchanges(execution, this.stack, last)
    this.execute(log.thread[last]!, log.choice[last]!)
  }

  /** The run of the program that the last execution was part of. */
  private run = -1

  /** Explore(S) for ever longer S. True when the execution is complete, false when it was cut or abandoned. */
  protected extend(): boolean {
    const { execution, stack } = this
    while (execution.failure === null && execution.anyEnabled) {
      const { depth } = this
      stack.reserve(depth + 1)
      stack.enter(depth, execution.enabledLo, execution.enabledHi)
      if (this.commute.failedCas) resolveCompareExchanges(execution, stack, depth)
      if (depth >= this.options.maxDepth) {
        this.counters.cut++
        stack.exceeded[depth] = 1
        this.reduction.end()
        return false
      }
      if (this.bounds.length > 0)
        this.cheapestThread = priceAll(
          stack,
          this.bounds,
          depth,
          execution.threads.length,
          depth === 0 ? -1 : this.log.thread[depth - 1]!,
        )
      this.reduction.visit()
      const next = this.pick(depth, false)
      if (next < 0) {
        if (execution.memory.active && !execution.memory.isNew) this.counters.repeated++
        else if (stack.cached[depth] === 0 && stack.exceeded[depth] === 1) this.counters.truncated++
        else this.counters.blocked++
        return false
      }
      this.execute(next, Math.max(this.reduction.choiceAt?.(depth) ?? 0, 0))
    }
    // A state without successors: nothing is excluded below it.
    // But what would have come after a failure is not explored: who relies on that must see it fail again.
    if (execution.failure !== null && this.depth > 0 && this.options.reduction === 'optimal')
      stack.exceededBelow[this.depth - 1] = 1
    stack.reserve(this.depth + 1)
    stack.enter(this.depth, 0, 0)
    if (this.commute.failedCas) resolveCompareExchanges(execution, stack, this.depth)
    this.reduction.end()
    return true
  }

  /**
   * The next thread to explore from state `depth`, or -1 (Alg. 18, l. 14-28). Prefers the thread that ran last. Tests
   * the
   * bound before the sleep set, since a sleeping thread that is over the bound is excluded too (errata 19).
   */
  protected pick(depth: number, again: boolean): number {
    if (this.reduction.pick !== undefined) return this.reduction.pick(depth, again)
    const { stack } = this
    for (;;) {
      const conservative = !this.optimise.bound || stack.exceeded[depth] === 1
      const lo =
        (stack.backtrackLo[depth]! | (conservative ? stack.pendingLo[depth]! : 0)) &
        stack.enabledLo[depth]! &
        ~stack.visitedLo[depth]!
      const hi =
        (stack.backtrackHi[depth]! | (conservative ? stack.pendingHi[depth]! : 0)) &
        stack.enabledHi[depth]! &
        ~stack.visitedHi[depth]!
      if ((lo | hi) === 0) return -1
      const thread = this.preferred(lo, hi, depth)
      stack.markVisited(depth, thread)
      if (stack.isOver(depth, thread)) {
        if (stack.isUnfair(depth, thread)) this.counters.unfair++
        // Inside sealed code only the thread that is there can be excluded by anything else.
        else if (stack.sealed[depth] === 0 || thread === this.log.thread[depth - 1]) this.counters.excluded++
        stack.exceeded[depth] = 1
      } else if (!stack.isAsleep(depth, thread)) return thread
    }
  }

  /**
   * The thread that ran last, if it is in the set, since switches cost readers more than threads; otherwise the first.
   */
  protected preferred(lo: number, hi: number, depth: number): number {
    const last = depth === 0 ? -1 : this.log.thread[depth - 1]!
    if (last >= 0 && ((last < 32 ? lo : hi) & (1 << last)) !== 0) return last
    return lo !== 0 ? 31 - Math.clz32(lo & -lo) : 63 - Math.clz32(hi & -hi)
  }

  /** S := S.next(final(S), thread) */
  protected execute(thread: number, choice: number): void {
    const { execution, log, stack, depth } = this
    const op = execution.threads[thread]!.operation
    const spawns = isSpawn(op)
    stack.reserve(depth + 1)
    const chosen = this.reduction.choiceAt?.(depth) ?? -1
    stack.choices[depth] = chosen < 0 ? execution.choicesOf(thread) : chosen + 1
    this.reduction.executing?.(depth, op)
    if (choice === 0) stack.exceededBelow[depth] = 0
    log.record(depth, op, choice)
    if (this.optimise.sleep) this.sleepAfter(depth, op)
    const { operand } = op
    if (execution.syncOnly) this.stepWatched(thread, choice)
    else execution.step(thread, choice)
    if (execution.hasThreadEnded(thread)) {
      log.end(depth)
      if (execution.program.tasks.size > 0) log.flags[depth]! |= EventFlag.changesEnabledness
    }
    if (hasTimedOut(log.specs[depth]!, execution.lastValue)) log.flags[depth]! |= EventFlag.yields
    if (log.specs[depth]!.attempts === true && execution.lastValue === true) log.flags[depth]! |= EventFlag.succeeded
    if ((log.specs[depth]!.orders! & Order.ifExpected) !== 0 && execution.lastValue !== operand)
      log.flags[depth]! |= EventFlag.failed
    if (spawns) log.spawned[depth] = execution.slotOf(execution.lastValue as number)
    this.counters.transitions++
    if (log.has(depth, EventFlag.yields)) this.counters.yields++
    if (log.has(depth, EventFlag.sealed)) this.counters.sealed++
    this.push(depth)
    this.depth = depth + 1
  }

  /** Asleep after op: what slept before it or was completely explored before it, and is independent of it. */
  protected sleepAfter(depth: number, op: Operation): void {
    const { stack, execution } = this
    let lo = stack.sleepLo[depth]! | stack.completeLo[depth]!
    let hi = stack.sleepHi[depth]! | stack.completeHi[depth]!
    for (let rest = lo; rest !== 0; rest &= rest - 1) {
      const t = 31 - Math.clz32(rest & -rest)
      if (t === op.thread || conflict(execution.threads[t]!.operation.accesses, op.accesses)) lo &= ~(1 << t)
    }
    for (let rest = hi; rest !== 0; rest &= rest - 1) {
      const t = 63 - Math.clz32(rest & -rest)
      if (t === op.thread || conflict(execution.threads[t]!.operation.accesses, op.accesses)) hi &= ~(1 << t)
    }
    stack.sleepLo[depth + 1] = lo
    stack.sleepHi[depth + 1] = hi
  }

  /** Where plain accesses happen along with transitions, they are seen as they happen. */
  private stepWatched(thread: number, choice: number): void {
    const { execution, raceDetector } = this
    this.watches = raceDetector !== null
    raceDetector?.open()
    execution.observer = raceDetector
    execution.step(thread, choice)
    execution.observer = null
  }

  /**
   * From the first access on that can race: until then, all there is to know is in the log. `isNew` says whether the
   * event's local state is.
   */
  private watch(depth: number, isNew: boolean): void {
    const { raceDetector, log } = this
    if (raceDetector === null || this.execution.syncOnly) return
    if (!this.watches) {
      const spec = log.specs[depth]!
      if (
        spec.accessesMemory !== true ||
        (spec.synchronises && log.accesses[depth]!.bytes === log.accesses[depth]!.stride)
      )
        return
      this.watches = true
      for (let i = 0; i < this.execution.program.threads.length; i++) raceDetector.started(i, -1)
      for (let i = 0; i < depth; i++) raceDetector.push(log, i, true)
    }
    raceDetector.push(log, depth, isNew)
  }
  private watches = false

  protected push(depth: number): void {
    if (this.clocks) this.happensBefore.push(depth)
    for (let b = 0; b < this.bounds.length; b++) this.bounds[b]!.push(depth)
    this.hash?.push(depth)
    const isNew = this.counters.localStates?.add(this.hash!.eventLo, this.hash!.eventHi) ?? true
    // Updates that commute order what comes before and after them, which their local states do not tell.
    this.watch(depth, isNew || this.commute.unusedResults)
  }

  protected pop(depth: number): void {
    if (this.watches) this.raceDetector!.pop()
    this.hash?.pop(depth)
    for (let b = 0; b < this.bounds.length; b++) this.bounds[b]!.pop(depth)
    if (this.clocks) this.happensBefore.pop(depth)
  }

  /** Whether the complete execution came to a trace that was executed before: nothing is reported of that twice. */
  protected isRepeated(): boolean {
    const { executed, hash, execution } = this
    if (executed === null) return false
    hash!.hashTrace(execution.threads.length)
    return executed.has(hash!.eventLo, hash!.eventHi)
  }

  private abandon(complete: boolean): boolean {
    if (complete) this.counters.repeated++
    const why = complete ? 'known' : this.depth >= this.options.maxDepth ? 'cut' : 'redundant'
    return this.onAbandoned?.(this.depth, why) === true
  }

  protected conclude(): boolean {
    const { execution, counters, hash } = this
    counters.executions++
    const traces = counters.traces ?? this.executed
    if (hash !== null && traces !== null) {
      hash.hashTrace(execution.threads.length)
      traces.add(hash.eventLo, hash.eventHi)
    }
    return this.onExecution(this.depth)
  }

  /** Returns from Explore(S) until a state has something left to explore, and makes that the last event of S. */
  protected backtrackToUnexplored(): void {
    const { log, stack } = this
    this.reduction.leave?.(this.depth)
    while (this.depth > 0) {
      const at = --this.depth
      this.pop(at)
      if (stack.exceeded[at + 1] === 1) stack.exceeded[at] = stack.exceededBelow[at] = 1
      if (log.choice[at]! + 1 < stack.choices[at]!) return this.branch(at, log.thread[at]!, log.choice[at]! + 1)
      if (stack.exceededBelow[at] === 0 && this.isWholeChoice(at)) stack.markComplete(at, log.thread[at]!)
      const next = this.pick(at, true)
      if (next < 0) {
        this.reduction.leave?.(at)
        continue
      }
      stack.exceededBelow[at] = 0
      return this.branch(at, next, Math.max(this.reduction.choiceAt?.(at) ?? 0, 0))
    }
    this.finished = true
  }

  /** Another event takes the place of event `at`, and is the last of S. */
  protected branch(at: number, thread: number, choice: number): void {
    this.log.thread[at] = thread
    this.log.choice[at] = choice
    this.depth = at + 1
  }

  /** One value of a choose, named by a wakeup tree, is not all of it. */
  protected isWholeChoice(at: number): boolean {
    return (this.reduction.choiceAt?.(at) ?? -1) < 0 || !this.log.has(at, EventFlag.chooses)
  }

  /**
   * How many complete executions this search may have in all; null while that cannot be told. Between two executions.
   */
  estimate(): Estimate | null {
    const { pick, left } = this.reduction
    return this.finished || (pick !== undefined && left === undefined)
      ? null
      : rangeOf(
          this.size,
          this.counters.executions,
          this.options.reduction === 'optimal',
          this.capacities.runsBeforeEstimate,
        )
  }

  private leftAt(state: number): number {
    const { stack, log, reduction } = this
    const threads = reduction.left?.(state) ?? stack.left(state, !this.optimise.bound || stack.exceeded[state] === 1)
    return threads + stack.choices[state]! - 1 - log.choice[state]!
  }

  // --- SearchView ----------------------------------------------------------------------------------------------------

  isEnabledAt(i: number, thread: number): boolean {
    return this.stack.isEnabled(i, thread)
  }
  handleOf(thread: number): number {
    return this.execution.threads[thread]!.handle
  }
  addConservative(i: number, thread: number): void {
    if (this.stack.isEnabled(i, thread) && !this.stack.isAsleep(i, thread)) this.stack.addPending(i, thread)
    else this.stack.addPendingAll(i)
  }
  addConservativeAll(i: number): void {
    this.stack.addPendingAll(i)
  }

  next(thread: number): Operation {
    return this.execution.threads[thread]!.operation
  }

  isReleaseAt(i: number, thread: number): boolean {
    const event = this.happensBefore.firstAtOrAfter(thread, i)
    return event >= 0
      ? this.log.has(event, EventFlag.changesEnabledness)
      : this.log.changesEnabledness(this.next(thread))
  }

  backtrackOthers(i: number, u: number, except: Bound): void {
    for (const bound of this.bounds) if (bound !== except) bound.backtrack(i, u)
  }

  isOverOthersAt(i: number, thread: number, except: Bound): boolean {
    for (const bound of this.bounds) if (bound !== except && bound.isOverAt?.(i, thread) === true) return true
    return false
  }

  /** What `priceAll` found for the last state. */
  protected cheapestThread = -1

  /** An enabled thread that is within the bounds and awake, with the least cost; -1 when there is none. */
  cheapest(): number {
    if (this.bounds.length > 0) return this.cheapestThread
    const { stack, depth } = this
    const lo = stack.enabledLo[depth]! & ~stack.sleepLo[depth]!
    const hi = stack.enabledHi[depth]! & ~stack.sleepHi[depth]!
    return (lo | hi) === 0 ? -1 : this.preferred(lo, hi, depth)
  }

  /** The costs of S under the bounds, by name. */
  costs(): Record<string, number> {
    return Object.fromEntries(this.bounds.map((bound) => [bound.name, bound.cost()]))
  }
}
