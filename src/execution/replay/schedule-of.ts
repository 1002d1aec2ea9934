import { internalError } from '../../base/errors.ts'
import { EventFlag, type EventLog } from '../../trace/event-log.ts'
import type { Schedule } from '../../trace/schedule.ts'
import type { Execution } from '../execution.ts'
import type { Fingerprints } from './fingerprints.ts'

/** What replays an execution, as far as the execution tells: all but the program's source. */
export type RawSchedule = Pick<Schedule, 'threads' | 'choices' | 'fingerprints' | 'cycle' | 'syncOnly'>

/** The schedule of the execution that has just run and whose events are the first ones of the log. */
export function scheduleOf(
  execution: Execution,
  log: EventLog,
  length: number,
  fingerprints: Fingerprints,
): RawSchedule {
  const numbers: number[] = []
  execution.order.forEach((slot, number) => {
    numbers[slot] = number
  })
  const threads: number[] = []
  const choices: number[] = []
  for (let i = 0; i < length; i++) {
    const number = numbers[log.thread[i]!]
    if (number === undefined) throw internalError('an event of a thread that was never created')
    threads.push(number)
    if (log.has(i, EventFlag.chooses)) choices.push(log.choice[i]!)
  }
  return {
    threads,
    choices,
    fingerprints: fingerprints.of(log, length),
    ...(execution.syncOnly ? { syncOnly: true } : {}),
  }
}
