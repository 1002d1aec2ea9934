import type { Execution } from '../execution/execution.ts'
import { record, type Recording } from '../execution/recording.ts'
import { rerun } from '../execution/rerun.ts'
import { hasThread } from '../execution/thread-set.ts'
import { type Cycle, cycleAtEnd } from '../trace/cycle.ts'
import type { EventLog } from '../trace/event-log.ts'
import type { RawSchedule } from '../execution/schedule-of.ts'

/** An execution that was cut at the depth limit while it went round in circles. */
export interface Endless {
  readonly cycle: Cycle
  /** Every thread that could run did run in each round, and a round left memory as it was: it can go on like that for ever. */
  readonly fair: boolean
  /** Two rounds are enough to show it. */
  readonly raw: RawSchedule
  /** Where in the source the threads go round. */
  readonly lines: readonly string[]
}

/** Looks at an execution that has just been cut. The log tells what it did; `enabled` is who could still run. */
export function endlessOf(execution: Execution, log: EventLog, depth: number, schedule: RawSchedule): Endless | null {
  const { enabledLo, enabledHi } = execution
  const cycle = cycleAtEnd(log, depth)
  if (cycle === null) return null
  let everyoneRuns = true
  for (let t = 0; t < execution.threads.length; t++) if (hasThread(enabledLo, enabledHi, t) && !runsIn(log, cycle, t)) everyoneRuns = false
  const rounds = (n: number): RawSchedule => {
    const length = cycle.start + n * cycle.period
    return { ...schedule, threads: schedule.threads.slice(0, length), fingerprints: schedule.fingerprints.slice(0, length), cycle: cycle.period }
  }
  const raw = rounds(2)
  const once = record(execution, rounds(1), eventsOfLoop(raw))
  const memory = execution.layout.image()
  rerun(execution, raw)
  // Whether memory and primitives are the same after one round and after two.
  const fair = everyoneRuns && execution.layout.image() === memory
  return { cycle, fair, raw, lines: loopLines(once, cycle.period) }
}

function runsIn(log: EventLog, { start, period }: Cycle, thread: number): boolean {
  for (let i = start; i < start + period; i++) if (log.thread[i] === thread) return true
  return false
}

/** How many events have to be recorded, of a long execution, to have the last ones for `loopLines`. */
export const eventsOfLoop = ({ cycle = 1 }: Pick<RawSchedule, 'cycle'>): number => 4 * cycle

/** Where in the source the threads go round, without repetition. */
export function loopLines(recording: Recording, period: number): string[] {
  const places = recording.events.slice(-period).map((event) => `${event.thread} at ${event.at ?? event.operation}`)
  return [...new Set(places)]
}
