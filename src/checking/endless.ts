import type { Execution } from '../execution/execution.ts'
import { record, type Recording } from '../execution/replay/recording.ts'
import { type RawSchedule, scheduleOfSteps } from '../execution/replay/schedule-of.ts'
import type { FairCycle } from '../search/cycles/fair-cycle.ts'
import { type Cycle, cyclesIn } from '../trace/cycle.ts'
import { EventFlag, type EventLog } from '../trace/event-log.ts'
import { repetitionOf } from './rounds-repeat.ts'

/** What an execution has done that was cut at the depth limit, if it did the same again and again. */
export interface Endless {
  /**
   * - `livelock`: it can go on like that for ever, and no thread is kept from running that could;
   * - `unfair`: it can go on like that for ever, as long as others do not run;
   * - `open`: it may end, since what its threads know may change.
   */
  readonly kind: 'livelock' | 'unfair' | 'open'
  /** Two rounds are enough to show it. */
  readonly raw: RawSchedule
  /** The slots of threads that go round without a yield. */
  readonly withoutYield: readonly number[]
  readonly cycle: Cycle
}

/** Threads that have gone round so often when an execution is cut do so whenever it comes there. */
const MANY_ROUNDS = 50

/** Looks at an execution that has just been cut. The log tells what it did. */
export function endlessOf(execution: Execution, log: EventLog, depth: number, schedule: RawSchedule): Endless | null {
  let longest: Endless | null = null
  for (const cycle of cyclesIn(log, depth)) {
    const raw = firstRounds(schedule, cycle, 2)
    const { repeats, fair, chooses } = repetitionOf(execution, raw, cycle)
    // A few unfair rounds in the middle are not what keeps the execution from ending.
    const lasts = cycle.start + cycle.length === depth && cycle.length >= MANY_ROUNDS * cycle.period
    const kind = !repeats || chooses ? 'open' : fair ? 'livelock' : lasts ? 'unfair' : 'open'
    const found: Endless = { kind, raw, withoutYield: withoutYield(log, cycle.start, cycle.period), cycle }
    if (kind === 'livelock') return found
    if (longest === null || (longest.kind === 'open' && kind === 'unfair')) longest = found
  }
  return longest
}

/**
 * A cycle of states on which nobody is kept from running. It is run to see that it goes round, all of the program's code,
 * since what states are told apart by is what is known of that code; open if that does not show. Whatever is chosen in
 * it, there is such a cycle.
 */
export function endlessCycleOf(execution: Execution, { way, round }: FairCycle): Endless {
  const raw = { ...scheduleOfSteps(execution, [...way, ...round, ...round]), cycle: round.length }
  const cycle = { start: way.length, period: round.length, length: 2 * round.length }
  const { repeats, fair } = repetitionOf(execution, raw, cycle)
  return { kind: repeats && fair ? 'livelock' : 'open', raw, withoutYield: [], cycle }
}

function firstRounds(schedule: RawSchedule, { start, period }: Cycle, rounds: number): RawSchedule {
  const length = start + rounds * period
  const { threads, fingerprints } = schedule
  return { ...schedule, threads: threads.slice(0, length), fingerprints: fingerprints.slice(0, length), cycle: period }
}

/** Those who have events there and no yield among them. */
export function withoutYield(log: EventLog, start: number, length: number): number[] {
  const events = Array.from({ length }, (_, i) => start + i)
  const yielding = new Set(events.filter((i) => log.has(i, EventFlag.yields)).map((i) => log.thread[i]))
  return [...new Set(events.map((i) => log.thread[i]!))].filter((slot) => !yielding.has(slot))
}

/** How many events have to be recorded, of a long execution, to have the last ones for `loopLines`. */
export const eventsOfLoop = ({ cycle = 1 }: Pick<RawSchedule, 'cycle'>): number => 4 * cycle

/** Where in the source the threads go round. */
export function placesOf(execution: Execution, { raw, cycle }: Endless): string[] {
  return loopLines(record(execution, firstRounds(raw, cycle, 1), eventsOfLoop(raw)), cycle.period)
}

/** Where in the source the last events of a recording are, without repetition. */
export function loopLines(recording: Recording, period: number): string[] {
  const places = recording.events.slice(-period).map((event) => `${event.thread} at ${event.at ?? event.operation}`)
  return [...new Set(places)]
}
