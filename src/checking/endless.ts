import type { Execution } from '../execution/execution.ts'
import { record, type Recording } from '../execution/recording.ts'
import { hasThread } from '../execution/thread-set.ts'
import { type Cycle, cycleAtEnd } from '../trace/cycle.ts'
import type { EventLog } from '../trace/event-log.ts'
import type { RawSchedule } from './outcomes.ts'

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
  const raw = { threads: schedule.threads.slice(0, cycle.start + 2 * cycle.period), choices: schedule.choices, cycle: cycle.period }
  const once = record(execution, { threads: raw.threads.slice(0, cycle.start + cycle.period), choices: raw.choices })
  const memory = execution.layout.image()
  record(execution, raw)
  // Whether memory and primitives are the same after one round and after two.
  const fair = everyoneRuns && execution.layout.image() === memory
  return { cycle, fair, raw, lines: loopLines(once, cycle.period) }
}

function runsIn(log: EventLog, { start, period }: Cycle, thread: number): boolean {
  for (let i = start; i < start + period; i++) if (log.thread[i] === thread) return true
  return false
}

/** Where in the source the threads go round, without repetition. */
export function loopLines(recording: Recording, period: number): string[] {
  const places = recording.events.slice(-period).map((event) => `${event.thread} at ${event.at ?? event.operation}`)
  return [...new Set(places)]
}
