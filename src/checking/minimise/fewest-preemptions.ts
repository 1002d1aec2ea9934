import { endingOf } from '../../execution/ending.ts'
import type { Execution } from '../../execution/execution.ts'
import type { Fingerprints } from '../../execution/replay/fingerprints.ts'
import { type RawSchedule, scheduleOf } from '../../execution/replay/schedule-of.ts'
import { allOptimisations } from '../../search/optimisations.ts'
import type { Commutations } from '../../search/commutations.ts'
import { Explorer } from '../../search/explorer.ts'
import { type Bounds, DEFAULT_FAIR_LIMIT, soundFor } from '../check-options.ts'
import type { KeyOf } from './guided-run.ts'
import type { IsOver } from './smaller-schedules.ts'

export interface Fewest {
  /** A schedule with fewer preemptions, or null. */
  readonly raw: RawSchedule | null
  /** So many are needed: all executions with fewer have been explored. */
  readonly atLeast: number
}

/**
 * Looks for the bug with `from`, `from` + 1, … preemptions, up to one less than it is known with. Each search that is
 * complete without it tells that more are needed.
 */
export class FewestPreemptions {
  private readonly execution: Execution
  private readonly fingerprints: Fingerprints
  private readonly keyOf: KeyOf
  private readonly maxDepth: number
  private readonly commute: Commutations
  private bounds: Bounds = {}
  private sealing = false

  constructor(
    execution: Execution,
    fingerprints: Fingerprints,
    keyOf: KeyOf,
    { maxDepth, commute }: { readonly maxDepth: number; readonly commute: Commutations },
  ) {
    this.execution = execution
    this.fingerprints = fingerprints
    this.keyOf = keyOf
    this.maxDepth = maxDepth
    this.commute = commute
  }

  find(bug: string, from: number, known: number, isOver: IsOver): Fewest {
    for (let limit = from; limit < known; limit++) {
      const searched = this.search(bug, limit, isOver)
      if (searched !== 'without') return { raw: searched, atLeast: limit }
    }
    return { raw: null, atLeast: known }
  }

  /** The bug's schedule; 'without' when there is none; null when that is not known. */
  private search(bug: string, limit: number, isOver: IsOver): RawSchedule | 'without' | null {
    const { execution } = this
    for (;;) {
      let found: RawSchedule | null = null
      const explorer: Explorer = this.explorer({ ...this.bounds, preemption: limit }, () => {
        const ending = endingOf(execution)
        if (ending.kind === 'completed' || this.keyOf(ending) !== bug) return false
        found = scheduleOf(execution, explorer.log, explorer.depth, this.fingerprints)
        return true
      })
      while (!explorer.finished && !this.needsMore(explorer)) {
        if (isOver()) return null
        explorer.explore()
      }
      if (found !== null) return found
      const { cut, unfair } = explorer.counters
      if (!explorer.isOutdated && !this.adjusted(explorer)) return cut === 0 && unfair === 0 ? 'without' : null
    }
  }

  private explorer(bounds: Bounds, onExecution: () => boolean): Explorer {
    const { maxDepth, commute, sealing } = this
    const optimise = soundFor(allOptimisations, bounds, sealing)
    const options = { reduction: 'dpor' as const, bounds, optimise, commute, maxDepth, sealing, count: false }
    return new Explorer(this.execution, options, onExecution)
  }

  private needsMore({ counters: { sealed, yields } }: Explorer): boolean {
    return (sealed > 0 && !this.sealing) || (yields > 0 && !('fair' in this.bounds))
  }

  /** Sealed code must be respected, and yields need a fair bound: then the search starts again with that. */
  private adjusted(explorer: Explorer): boolean {
    if (!this.needsMore(explorer)) return false
    this.sealing ||= explorer.counters.sealed > 0
    if (explorer.counters.yields > 0) this.bounds = { fair: DEFAULT_FAIR_LIMIT }
    return true
  }
}
