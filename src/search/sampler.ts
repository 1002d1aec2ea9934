import type { Slot } from '../base/thread-numbers.ts'
import type { Execution } from '../execution/execution.ts'
import { EventFlag, EventLog } from '../trace/event-log.ts'
import type { RaceDetector } from '../trace/race-detector.ts'
import { TraceHash } from '../trace/trace-hash.ts'
import { Counters } from './counters.ts'
import type { Discoveries } from './discoveries.ts'
import type { Exploration, OnAbandoned } from './exploration.ts'
import type { OnExecution } from './explorer-options.ts'
import { orders, type Sampling } from './orders/index.ts'
import type { DepthBound, Order, SampledRun } from './orders/order.ts'
import { RandomSource } from './orders/random-source.ts'
import { Outgrown } from './outgrown.ts'
import { RaceWatch } from './race-watch.ts'
import { runEvent } from './run-event.ts'
import { TraceFrequencies } from './trace-frequencies.ts'

export interface SamplerOptions {
  readonly sampling: Sampling
  readonly maxDepth: number
  /** Whether distinct traces and local states are counted. */
  readonly count: boolean
  /** What other searches of the same check have seen. */
  readonly seen?: Discoveries | null
  /** Sees all events, to find data races. */
  readonly races?: RaceDetector
}

/**
 * Runs a program again and again from its start, each time under a schedule that an `Order` draws: finds bugs where
 * there are too many executions to search, and covers nothing. It never finishes by itself.
 */
export class Sampler implements Exploration, SampledRun {
  readonly counters: Counters
  readonly log: EventLog
  readonly execution: Execution
  readonly random = new RandomSource()
  readonly threads: number
  /** Null where traces are not counted. */
  readonly frequencies: TraceFrequencies | null
  finished = false
  depth = 0
  onAbandoned: OnAbandoned | null = null
  readonly arrangements = []

  private readonly options: SamplerOptions
  private readonly onExecution: OnExecution
  private readonly order: Order
  private readonly hash: TraceHash | null
  private readonly raceWatch: RaceWatch | null
  private readonly refinements: number
  /** How many executions have begun. */
  private begun = 0

  constructor(execution: Execution, options: SamplerOptions, onExecution: OnExecution) {
    const { room } = execution.capacities
    this.execution = execution
    this.options = options
    this.onExecution = onExecution
    this.refinements = execution.layout.refinements
    this.threads = execution.mostThreads
    this.counters = new Counters(options.count, 4 * room, options.seen)
    this.log = new EventLog(execution.layout.cells, room)
    const { traces } = this.counters
    this.frequencies = traces === null ? null : new TraceFrequencies(traces, 4 * room)
    this.hash = traces === null ? null : new TraceHash(this.log, room)
    this.raceWatch = options.races === undefined ? null : new RaceWatch(options.races, execution, this.log)
    this.order = orders[options.sampling.order](this, options.sampling)
  }

  get isOutdated(): boolean {
    const { layout, mostThreads } = this.execution
    return this.refinements !== layout.refinements || this.threads !== mostThreads
  }

  /** How many executions it would take is not known of a sample. */
  estimate(): null {
    return null
  }
  timesLeft(): null {
    return null
  }

  get sampling(): Sampling {
    return this.options.sampling
  }

  /** Whether each execution is drawn independently of all others, and in the same way. */
  get drawsAlike(): boolean {
    return !this.order.learns
  }

  depthBound(): DepthBound | null {
    return this.order.depthBound()
  }

  explore(): void {
    const { execution, counters } = this
    if (this.isOutdated) {
      this.finished = true // another search of the same execution has found out
      return
    }
    this.unwind()
    this.random.begin(this.options.sampling.seed, this.begun++)
    this.order.begin()
    execution.remembers = true
    let complete: boolean
    try {
      this.reset()
      complete = this.run()
    } catch (error) {
      if (!(error instanceof Outgrown)) throw error
      complete = false
    } finally {
      execution.observer = null
      execution.leave()
    }
    if (this.isOutdated) {
      this.finished = true
      return
    }
    this.order.ended(this.depth, !complete)
    if (complete) this.finished = this.conclude()
    else {
      counters.cut++
      this.finished = this.onAbandoned?.(this.depth, 'cut') === true
    }
  }

  private reset(): void {
    const { execution, raceWatch } = this
    if (execution.syncOnly && raceWatch !== null) raceWatch.reset()
    else if (this.resets !== execution.resets || !execution.rewind(0)) execution.reset()
    this.resets = execution.resets
  }
  /** Which run of the program the last execution was part of. */
  private resets = -1

  /** True when the execution is complete, false when the depth limit has cut it. */
  private run(): boolean {
    const { execution, options } = this
    const enabled = execution.enabled.sets.words
    while (execution.failure === null && execution.anyEnabled) {
      if (this.depth >= options.maxDepth) return false
      const thread = this.insideSealed() ?? this.order.pick(enabled)
      const choices = execution.choicesOf(thread)
      this.execute(thread, choices === 1 ? 0 : this.random.below(choices))
    }
    return true
  }

  /** The thread that ran last, if it is inside sealed code and can go on: it is not preempted there. */
  private insideSealed(): number | null {
    const { execution, depth } = this
    if (depth === 0) return null
    const last = this.log.thread[depth - 1]!
    return execution.isEnabled(last) && execution.threads[last]!.operation.sealed ? last : null
  }

  private execute(thread: Slot, choice: number): void {
    const { execution, log, counters, depth, hash } = this
    runEvent(execution, log, this.raceWatch, depth, thread, choice)
    if (log.spawned[depth]! >= this.threads) throw new Outgrown()
    counters.transitions++
    if (log.has(depth, EventFlag.yields)) counters.yields++
    if (log.has(depth, EventFlag.sealed)) counters.sealed++
    hash?.push(depth)
    const isNew = hash === null || counters.visit(hash.eventLo, hash.eventHi)
    this.raceWatch?.push(depth, isNew)
    this.depth = depth + 1
    this.order.executed(depth)
  }

  private conclude(): boolean {
    const { hash, frequencies, counters } = this
    counters.executions++
    if (hash !== null) {
      hash.hashTrace(this.execution.threads.length)
      frequencies!.add(hash.eventLo, hash.eventHi)
    }
    return this.onExecution(this.depth)
  }

  /** Back to the start, for the next execution. */
  private unwind(): void {
    while (this.depth > 0) {
      this.depth--
      this.raceWatch?.pop()
      this.hash?.pop(this.depth)
    }
  }
}
