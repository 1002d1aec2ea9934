/** A bug's schedule made as small as the time allows, and what in it makes the difference. */
import { operationText, locate } from '../../execution/description/describe.ts'
import type { Execution } from '../../execution/execution.ts'
import type { Fingerprints } from '../../execution/replay/fingerprints.ts'
import { record, type Recording } from '../../execution/replay/recording.ts'
import type { RawSchedule } from '../../execution/replay/schedule-of.ts'
import type { Commutations } from '../../search/commutations.ts'
import type { Difference, DifferingAccess } from '../../results/check-result.ts'
import { type CriticalPair, criticalPair } from './critical-pair.ts'
import { FewestPreemptions } from './fewest-preemptions.ts'
import { GuidedRun, type KeyOf, type Ran } from './guided-run.ts'
import { type IsOver, reduced, shorter } from './smaller-schedules.ts'

/** What is made of a bug. */
export interface MinimisedBug {
  readonly raw: RawSchedule
  /** As it was. */
  readonly found: { readonly raw: RawSchedule; readonly preemptions: number; readonly events: number }
  /** So many preemptions are needed, as all executions with fewer have been explored. */
  readonly atLeast: number
  readonly difference: (Omit<Difference, 'schedule'> & { readonly raw: RawSchedule }) | null
}

/** How long the bugs of a check may be minimised that took so long: a tenth of that, or a second. */
export const minimisingTime = (milliseconds: number): number => Math.max(1000, milliseconds / 10)

/** Each stage may use what is left until then, as a share of the whole. */
const REDUCED_BY = 0.3
const SEARCHED_BY = 0.7
const SHORTENED_BY = 0.85

export interface MinimiseOptions {
  readonly maxDepth: number
  readonly commute: Commutations
  readonly milliseconds: number
  readonly isStopped: () => boolean
}

export class Minimiser {
  private readonly execution: Execution
  private readonly run: GuidedRun
  private readonly fewest: FewestPreemptions
  private readonly options: MinimiseOptions
  private readonly start = performance.now()

  constructor(execution: Execution, fingerprints: Fingerprints, keyOf: KeyOf, options: MinimiseOptions) {
    this.execution = execution
    this.options = options
    this.run = new GuidedRun(execution, fingerprints, keyOf)
    this.fewest = new FewestPreemptions(execution, fingerprints, keyOf, options)
  }

  /** `needed`: with fewer preemptions the bug was looked for in vain. Null when the schedule does not show it again. */
  minimise(raw: RawSchedule, needed: number): MinimisedBug | null {
    const { execution } = this
    const { syncOnly } = execution
    execution.syncOnly = raw.syncOnly === true
    try {
      return this.made(raw, needed)
    } finally {
      execution.syncOnly = syncOnly
    }
  }

  private made(raw: RawSchedule, needed: number): MinimisedBug | null {
    const found = this.run.repeat(raw)
    if (found === null || found.bug === null) return null
    const fewer = reduced(this.run, found, this.until(REDUCED_BY))
    const { raw: other, atLeast } = this.fewest.find(found.bug, needed, fewer.preemptions, this.until(SEARCHED_BY))
    const fewest = (other === null ? null : this.run.repeat(other)) ?? fewer
    const least = shorter(this.run, fewest, this.until(SHORTENED_BY))
    const pair = criticalPair(this.run, least, this.until(1))
    return {
      raw: least.raw,
      found: { raw, preemptions: found.preemptions, events: found.events },
      atLeast: Math.min(atLeast, least.preemptions),
      difference: pair === null ? null : this.described(least, pair),
    }
  }

  private until(share: number): IsOver {
    const { milliseconds, isStopped } = this.options
    const end = this.start + share * milliseconds
    return () => performance.now() >= end || isStopped()
  }

  private described({ raw }: Ran, { first, second, thread, passing }: CriticalPair): MinimisedBug['difference'] {
    const recording = record(this.execution, raw)
    const pending = (): DifferingAccess => {
      const { name, operation } = this.execution.threads[thread]!
      const at = locate(operation.site, operation.origin)
      return { event: null, thread: name, operation: operationText(operation), at }
    }
    const accesses = [accessOf(recording, first), second === null ? pending() : accessOf(recording, second)] as const
    return { accesses, raw: passing.raw, preemptions: passing.preemptions }
  }
}

function accessOf({ events }: Recording, event: number): DifferingAccess {
  const { index, thread, operation, location, place = location, at } = events[event]!
  return { event: index, thread, operation: place === null ? operation : `${operation} ${place}`, at }
}
