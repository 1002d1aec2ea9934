import type { Execution } from '../execution/execution.ts'
import type { Discoveries } from '../search/discoveries.ts'
import type { Exploration, OnAbandoned, OnEndless } from '../search/exploration.ts'
import { Explorer, type OnExecution, type ReductionName } from '../search/explorer.ts'
import { Sampler } from '../search/sampler.ts'
import type { PassCounts, PassDescription, SamplingResult, TreeResult } from '../results/check-result.ts'
import type { RaceDetector } from '../trace/race-detector.ts'
import { type Bounds, type Plan, reductionFor, soundFor } from './check-options.ts'
import { Growth } from './growth.ts'
import { Outcomes } from './outcomes.ts'
import { sampledBy } from './sampled.ts'

/** One search with fixed bounds, or one sample, and the outcomes that it saw. */
export class Pass {
  readonly bounds: Bounds
  readonly sealing: boolean
  readonly reduction: ReductionName
  /** Where executions are drawn at random. */
  readonly order: string | null
  readonly outcomes: Outcomes
  /** Whether threads are interleaved at synchronisation operations and Atomics only. */
  readonly syncOnly: boolean
  explorer: Exploration
  /** How many steps were executed for it. */
  steps = 0
  /** How long it was at work. */
  milliseconds = 0
  readonly growth = new Growth()
  /** What was spent before it started over. */
  private before = { executions: 0, transitions: 0 }

  private readonly make: () => Exploration
  private readonly execution: Execution

  constructor(
    plan: Pick<Plan, 'reduction' | 'optimise' | 'commute' | 'sampling' | 'bestFirst'>,
    bounds: Bounds,
    sealing: boolean,
    execution: Execution,
    limits: {
      readonly maxDepth: number
      readonly count: boolean
      readonly maxRows: number
      readonly seen: Discoveries | null
      readonly races: () => RaceDetector
    },
    onExecution: OnExecution,
    onAbandoned: OnAbandoned,
    onEndless: OnEndless,
  ) {
    this.execution = execution
    this.bounds = bounds
    this.sealing = sealing
    this.syncOnly = execution.syncOnly
    this.reduction = reductionFor(plan.reduction, sealing)
    this.order = plan.sampling?.order ?? null
    this.outcomes = new Outcomes(limits.maxRows)
    const { maxDepth, count, races, seen } = limits
    const options = {
      sealing,
      bounds,
      optimise: soundFor(plan.optimise, bounds, sealing, plan.bestFirst !== null),
      commute: plan.commute,
      bestFirst: plan.bestFirst ?? undefined,
      maxDepth,
      count,
      seen,
    }
    const { sampling } = plan
    this.make = () => {
      const explorer =
        sampling === null
          ? new Explorer(execution, { ...options, reduction: this.reduction, races: races() }, onExecution)
          : new Sampler(execution, { sampling, maxDepth, count, seen, races: races() }, onExecution)
      explorer.onAbandoned = onAbandoned
      if (explorer instanceof Explorer) explorer.onEndless = onEndless
      return explorer
    }
    this.explorer = this.make()
  }

  /** One more execution. Starts over when memory turns out to be accessed in smaller pieces than it had seemed. */
  explore(): void {
    const before = this.execution.steps
    this.explorer.explore()
    this.steps += (this.execution.steps - before) | 0
    if (this.explorer.isOutdated) this.startOver()
  }

  private startOver(): void {
    this.before = this.spent
    this.outcomes.clear()
    this.explorer = this.make()
  }

  get spent(): { readonly executions: number; readonly transitions: number } {
    const { executions, transitions } = this.explorer.counters
    return { executions: this.before.executions + executions, transitions: this.before.transitions + transitions }
  }

  /** How many local states it has seen before any other pass; null where that is not counted. */
  get discovered(): number | null {
    const { discovers, discovered } = this.explorer.counters
    return discovers ? discovered : null
  }

  get finished(): boolean {
    return this.explorer.finished
  }

  timeIs(milliseconds: number): void {
    const { executions, traces } = this.explorer.counters
    this.growth.note({ seconds: milliseconds / 1000, executions, traces: traces?.size ?? null })
  }

  /** What a sample says; null for a search. */
  get sampled(): SamplingResult | null {
    return this.explorer instanceof Sampler ? sampledBy(this.explorer) : null
  }

  /** How large the tree of executions is and was; null where there is none. */
  get tree(): TreeResult | null {
    const sizes = this.explorer instanceof Explorer ? this.explorer.treeSizes : null
    return sizes === null ? null : { ...sizes.now, largest: sizes.largest, onDisk: sizes.onDisk }
  }

  get description(): PassDescription {
    const { bounds, syncOnly, reduction, order } = this
    return { bounds, ...(syncOnly ? { switch: 'sync' } : {}), reduction, ...(order === null ? {} : { order }) }
  }

  get counts(): PassCounts {
    const { counters } = this.explorer
    const { executions, repeated, blocked, cut, truncated, excluded, unfair, transitions, replayed } = counters
    const { traces, localStates, states, merged } = counters
    const merges = this.reduction === 'stateful'
    return {
      executions,
      repeated,
      blocked,
      cut,
      truncated,
      excluded: excluded + unfair,
      transitions,
      visited: transitions - replayed,
      traces: traces?.size ?? null,
      localStates: localStates?.size ?? null,
      states: merges ? states : null,
      merged: merges ? merged : null,
    }
  }
}
