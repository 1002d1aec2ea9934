import type { Slot } from '../base/thread-numbers.ts'
import type { Capacities } from '../base/capacities.ts'
import type { HashSet } from '../base/hash-set.ts'
import { wordsFor } from '../base/thread-sets.ts'
import type { Bound, BoundName } from '../bounds/bound.ts'
import { bounds as boundTable } from '../bounds/index.ts'
import { Sealing } from '../bounds/sealed.ts'
import type { Execution } from '../execution/execution.ts'
import type { Operation } from '../program/operations/operation.ts'
import { CommutingBefore } from '../trace/commuting-before.ts'
import { CommutingHash } from '../trace/commuting-hash.ts'
import { EventFlag, EventLog } from '../trace/event-log.ts'
import { HappensBefore } from '../trace/happens-before.ts'
import type { RaceDetector } from '../trace/race-detector.ts'
import { TraceHash } from '../trace/trace-hash.ts'
import type { Arrangement } from './arrangements.ts'
import { BoundSet } from './bound-set.ts'
import { BestFirst } from './best-first/best-first.ts'
import { bestFirstStrategy } from './best-first/strategy.ts'
import { checkReplayed } from './check-replay.ts'
import { type Commutations, noCommutations, resolveCompareExchanges } from './commutations.ts'
import { Counters } from './counters.ts'
import { DepthFirst } from './depth-first.ts'
import type { Estimate } from './estimate-range.ts'
import type { Exploration, OnAbandoned, OnEndless } from './exploration.ts'
import type { ExplorerOptions, OnExecution } from './explorer-options.ts'
import type { Optimisations } from './optimisations.ts'
import { Outgrown } from './outgrown.ts'
import { type Preference, preferredOf } from './preference.ts'
import { RaceWatch } from './race-watch.ts'
import type { Reduction, Search } from './reduction.ts'
import { executedTraces } from './executed-traces.ts'
import { runEvent } from './run-event.ts'
import { SearchStack } from './search-stack.ts'
import { SeenSearch } from './seen-search.ts'
import { sleepAfter } from './sleep-sets.ts'
import { type Strategy, strategies } from './strategies/index.ts'
import type { Traversal, TreeSizes, Walk } from './traversal.ts'

export type { ExplorerOptions, OnExecution } from './explorer-options.ts'
export type { ReductionName } from './strategies/index.ts'

/**
 * Stateless search [Coons, dissertation, Alg. 8 and 18]: runs the program again and again, each time replaying the
 * current sequence S up to a state with an unexplored successor and extending it until no thread is enabled. What is
 * explored from a state is up to the `Reduction`, in which order up to the `Traversal`.
 *
 * Differs from the recursive formulation: the recursion's variables live in `SearchStack`, so that a search can pause
 * between any two executions; and a `choose(n)` has n successors for one thread.
 */
export class Explorer extends SeenSearch implements Search, Exploration {
  readonly counters: Counters
  readonly log: EventLog
  readonly stack: SearchStack
  readonly capacities: Capacities
  readonly happensBefore: HappensBefore
  finished = false
  /**
   * Told about executions that were cut at the depth limit, abandoned or ended by a bound, or were complete but led to
   * a known trace. Returns true to end the search.
   */
  onAbandoned: OnAbandoned | null = null
  /** Told about cycles of states on which nobody is kept from running. Returns true to end the search. */
  onEndless: OnEndless | null = null
  /** len(S) */
  depth = 0

  readonly execution: Execution
  /** How many threads there can be. */
  readonly threads: number
  readonly optimise: Optimisations
  readonly commute: Commutations
  readonly hash: TraceHash | null
  readonly bounds: BoundSet
  readonly raceDetector: RaceDetector | null
  protected readonly options: ExplorerOptions
  private readonly strategy: Strategy
  private readonly prefer: Preference
  protected readonly reduction: Reduction
  /** Whether anything asks what happens before what. */
  private readonly needsClocks: boolean
  /** The complete traces that were executed, where a search without this would execute some of them again. */
  protected readonly executed: HashSet | null
  protected readonly onExecution: OnExecution
  protected readonly traversal: Traversal
  private readonly refinements: number
  private readonly raceWatch: RaceWatch | null

  constructor(execution: Execution, options: ExplorerOptions, onExecution: OnExecution) {
    super()
    this.execution = execution
    this.refinements = execution.layout.refinements
    this.options = options
    this.onExecution = onExecution
    this.capacities = execution.capacities
    this.threads = execution.mostThreads
    const { room } = this.capacities
    this.strategy = options.bestFirst === undefined ? strategies[options.reduction] : bestFirstStrategy(options)
    const isBounded = Object.keys(options.bounds).length > 0 || options.sealing === true
    this.optimise = this.strategy.optimisations(options.optimise, isBounded)
    this.commute = options.commute ?? noCommutations
    this.stack = new SearchStack(wordsFor(this.threads), room)
    const { onePerTrace, mergesStates } = this.strategy
    const counts = options.count && !mergesStates
    this.counters = new Counters(counts, 4 * room, options.seen)
    this.log = new EventLog(execution.layout.cells, room)
    this.executed = executedTraces(this.strategy, this.optimise.cache, this.counters.traces, 4 * room)
    const { unusedResults } = this.commute
    this.hash =
      counts || onePerTrace || this.executed !== null
        ? new (unusedResults ? CommutingHash : TraceHash)(this.log, room)
        : null
    this.happensBefore = new (unusedResults ? CommutingBefore : HappensBefore)(this.log, this.threads, room)
    this.raceDetector = options.races ?? null
    this.raceWatch = options.races === undefined ? null : new RaceWatch(options.races, execution, this.log)
    const named = Object.entries(options.bounds) as [BoundName, number][]
    this.log.blockingCounts = named.length > 1
    this.bounds = new BoundSet([
      ...named.map(([name, limit]) => this.makeBound(name, limit)),
      ...(options.sealing === true ? [new Sealing(this)] : []),
    ])
    this.needsClocks = this.strategy.needsClocks || 'local-depth' in options.bounds
    this.prefer = options.prefer ?? this.strategy.prefer(isBounded)
    this.reduction = this.makeReduction()
    this.traversal = this.makeTraversal(this.walk())
  }

  // The parts of a search are made by methods, so that the validation can put unsound ones in their place.
  protected makeBound(name: BoundName, limit: number): Bound {
    return boundTable[name].make(limit, this)
  }

  protected makeReduction(): Reduction {
    return this.strategy.make(this)
  }

  protected makeTraversal(walk: Walk): Traversal {
    const { bestFirst } = this.options
    return bestFirst === undefined ? new DepthFirst(walk, this.strategy) : new BestFirst(walk, bestFirst)
  }

  private walk(): Walk {
    return {
      search: this,
      reduction: this.reduction,
      goTo: (steps) => this.goTo(steps),
      execute: (thread, choice) => this.execute(thread, choice),
      visit: () => this.visit(),
      pick: (depth, again) => this.pick(depth, again),
      pop: () => this.pop(--this.depth),
      stands: (state) => this.stands(state),
      isWholeChoice: (at) => this.isWholeChoice(at),
      branch: (at, thread, choice) => this.branch(at, thread, choice),
    }
  }

  /**
   * Whether the search has to start over: what was seen so far was computed on too large cells or for too few threads,
   * or the reduction has met what it had taken to be otherwise.
   */
  get isOutdated(): boolean {
    return this.isTooNarrow || this.hasFoundMore
  }
  private get isTooNarrow(): boolean {
    const { layout, mostThreads } = this.execution
    return this.refinements !== layout.refinements || this.threads !== mostThreads
  }
  private hasFoundMore = false
  /** Whether an execution has met what the search was not made for. */
  private get isUnfit(): boolean {
    return this.isTooNarrow || (this.counters.sealed > 0 && this.options.sealing !== true)
  }

  /** Runs one more execution; `finished` says whether there are further ones. */
  explore(): void {
    if (this.isTooNarrow) {
      this.finished = true // another search of the same execution has found out
      return
    }
    let ended: boolean
    this.execution.remembers = this.optimise.cache || this.strategy.onePerTrace
    this.execution.context.commuting = this.commute.unusedResults
    try {
      this.traversal.replay()
      ended = this.extend()
    } catch (error) {
      if (!(error instanceof Outgrown)) throw error
      ended = false
    } finally {
      this.execution.observer = null
      this.execution.leave()
      this.execution.context.commuting = false
    }
    this.finished = this.isUnfit || (ended && !this.isRepeated() ? this.conclude() : this.abandon(ended))
    if (this.finished) return
    if (this.reduction.isOutdated === true) {
      this.finished = this.hasFoundMore = true
      return
    }
    this.reduction.plan()
    this.finished = !this.traversal.next()
    for (const cycle of this.reduction.takeEndless?.() ?? []) if (this.onEndless?.(cycle) === true) this.finished = true
  }

  /**
   * The first `steps` events of S have been executed before: back to there, or the same again, without any bookkeeping.
   */
  protected goTo(steps: number): void {
    const { execution, log } = this
    const isFirst = this.run < 0 && this.depth === 0
    if (isFirst || this.run !== execution.resets || !execution.rewind(steps)) {
      if (isFirst && execution.syncOnly && this.raceWatch !== null) this.raceWatch.reset()
      else execution.reset()
      for (let i = 0; i < steps; i++) {
        const slot = log.thread[i]!
        checkReplayed(execution, log, i, slot)
        execution.step(slot, log.choice[i]!)
      }
      this.run = execution.resets
    }
    this.depth = steps
    if (this.commute.failedCas) resolveCompareExchanges(execution, this.stack, steps)
  }

  /** The run of the program that the last execution was part of. */
  private run = -1

  /** Explore(S) for ever longer S. True when the execution is complete, false when it was cut or abandoned. */
  protected extend(): boolean {
    const { execution, stack } = this
    while (execution.failure === null && execution.anyEnabled) {
      const { depth } = this
      if (depth >= this.options.maxDepth) {
        this.arrive()
        this.counters.cut++
        stack.exceeded[depth] = stack.cut[depth] = 1
        this.reduction.end()
        return false
      }
      this.visit()
      const next = this.pick(depth, false)
      if (next < 0) {
        if (stack.known[depth] === 1 && this.strategy.mergesStates) this.counters.merged++
        else if (execution.memory.active && !execution.memory.isNew) this.counters.repeated++
        else if (stack.known[depth] === 0 && stack.exceeded[depth] === 1) this.counters.truncated++
        else this.counters.blocked++
        return false
      }
      this.execute(next, Math.max(this.reduction.choiceAt(depth), 0))
    }
    // A state without successors: nothing is excluded below it.
    stack.reserve(this.depth + 1)
    stack.enter(this.depth)
    stack.enabled.clear(this.depth)
    if (this.commute.failedCas) resolveCompareExchanges(execution, stack, this.depth)
    this.reduction.end()
    return true
  }

  /** final(S) is a new state. */
  private arrive(): void {
    const { execution, stack, depth } = this
    stack.reserve(depth + 1)
    stack.enter(depth)
    stack.enabled.copy(depth, execution.enabled.sets, 0)
    if (this.commute.failedCas) resolveCompareExchanges(execution, stack, depth)
  }

  /** What is to be explored from final(S), which has a successor. */
  protected visit(): void {
    const { execution, depth } = this
    this.arrive()
    const last = depth === 0 ? -1 : this.log.thread[depth - 1]!
    if (last >= 0 && this.options.sealing !== true) this.requireUnsealed(last)
    this.bounds.findCosts(this.stack, depth, execution.threads.length, last, this.prefer)
    this.reduction.visit()
  }

  /**
   * A search without sealing would preempt sealed code: what it finds then may not be there. Whoever made it sees the
   * counter, and makes another one.
   */
  private requireUnsealed(last: Slot): void {
    if (!this.next(last).sealed) return
    this.counters.sealed++
    throw new Outgrown()
  }

  // So that the validation can watch and disturb it.
  protected pick(depth: number, again: boolean): number {
    return this.reduction.pick(depth, again)
  }

  preferred(set: Int32Array, at: number, depth: number): number {
    const last = depth === 0 ? -1 : this.log.thread[depth - 1]!
    return preferredOf(set, at, this.stack.width, last, this.execution.program.threads.length, this.prefer)
  }

  /** S := S.next(final(S), thread) */
  protected execute(thread: Slot, choice: number): void {
    const { execution, log, stack, depth } = this
    const op = execution.threads[thread]!.operation
    stack.reserve(depth + 1)
    const chosen = this.reduction.choiceAt(depth)
    stack.choices[depth] = chosen < 0 ? execution.choicesOf(thread) : chosen + 1
    this.reduction.executing(depth, op)
    if (choice === 0) stack.incompleteBelow[depth] = 0
    if (this.optimise.sleep) this.sleepAfter(depth, op)
    runEvent(execution, log, this.raceWatch, depth, thread, choice)
    if (log.spawned[depth]! >= this.threads) throw new Outgrown()
    this.counters.transitions++
    if (log.has(depth, EventFlag.yields)) this.counters.yields++
    this.push(depth)
    this.depth = depth + 1
  }

  protected sleepAfter(depth: number, op: Operation): void {
    sleepAfter(this.stack, this.execution, depth, op)
  }

  protected push(depth: number): void {
    if (this.needsClocks) this.happensBefore.push(depth)
    this.bounds.push(depth)
    this.hash?.push(depth)
    const isNew = this.hash === null || this.counters.visit(this.hash.eventLo, this.hash.eventHi)
    // Updates that commute order what comes before and after them, which their local states do not tell.
    this.raceWatch?.push(depth, isNew || this.commute.unusedResults)
  }

  protected pop(depth: number): void {
    this.raceWatch?.pop()
    this.hash?.pop(depth)
    this.bounds.pop(depth)
    if (this.needsClocks) this.happensBefore.pop(depth)
  }

  get arrangements(): readonly Arrangement[] {
    return this.reduction.arrangements ?? []
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

  /**
   * Whether what was explored from the state stands for all that commutes with it. Within stable bounds what they
   * exclude here they exclude there too (errata 31); what the depth limit has cut might have asked for more here.
   */
  protected stands(state: number): boolean {
    return (this.bounds.areStable ? this.stack.cut : this.stack.exceeded)[state] === 0
  }

  /** Another event takes the place of event `at`, and is the last of S. */
  protected branch(at: number, thread: Slot, choice: number): void {
    this.log.thread[at] = thread
    this.log.choice[at] = choice
    this.depth = at + 1
  }

  /** One value of a choose, named by a wakeup tree, is not all of it. */
  protected isWholeChoice(at: number): boolean {
    return this.reduction.choiceAt(at) < 0 || !this.log.has(at, EventFlag.chooses)
  }

  /** Between two executions: how many complete ones there may be in all; null while that cannot be told. */
  estimate(): Estimate | null {
    return this.finished ? null : this.traversal.estimate()
  }

  timesLeft(): number | null {
    return this.finished ? null : this.traversal.timesLeft()
  }

  /** How large the tree of executions is and was, where there is one. */
  get treeSizes(): TreeSizes | null {
    return this.traversal.sizes
  }
}
