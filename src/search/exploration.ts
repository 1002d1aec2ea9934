import type { EventLog } from '../trace/event-log.ts'
import type { Arrangement } from './arrangements.ts'
import type { Counters } from './counters.ts'
import type { FairCycle } from './cycles/fair-cycle.ts'
import type { Estimate } from './estimate-range.ts'

/** Told about executions that came to no end of their own, or to nothing new. Returns true to end the search. */
export type OnAbandoned = (depth: number, why: 'cut' | 'known' | 'redundant') => boolean | void

/** Told about a way to go round for ever on which nobody is kept from running. Returns true to end the search. */
export type OnEndless = (cycle: FairCycle) => boolean | void

/** What runs a program's executions one by one: a search of all of them, or a sample. */
export interface Exploration {
  readonly counters: Counters
  /** The events of the execution of now, and how many there are. */
  readonly log: EventLog
  readonly depth: number
  /** There are no further executions. */
  readonly finished: boolean
  /** Whether what was seen so far was computed on too large cells, or else wrongly: it has to start over. */
  readonly isOutdated: boolean
  onAbandoned: OnAbandoned | null
  /** Executions that are not run because the one that has ended stands for them, although they may show other outcomes. */
  readonly arrangements: readonly Arrangement[]
  /** Runs one more execution. */
  explore(): void
  /** How many complete executions there may be in all; null while that cannot be told. */
  estimate(): Estimate | null
  /** How many times as much is left as was explored, roughly; null while that cannot be told. */
  timesLeft(): number | null
}
