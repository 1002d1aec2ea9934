import { internalError } from '../../base/errors.ts'
import { EventFlag, type EventLog } from '../../trace/event-log.ts'
import type { Schedule } from '../../trace/schedule.ts'
import type { Execution } from '../execution.ts'
import { isChoose } from '../../program/operations/controls.ts'
import type { Slot } from '../../base/thread-numbers.ts'
import { fingerprintOf, type Fingerprints } from './fingerprints.ts'

/** What replays an execution, as far as the execution tells: all but the program's source. */
export type RawSchedule = Pick<Schedule, 'threads' | 'choices' | 'fingerprints' | 'cycle' | 'syncOnly'>

/** The schedule of these events, which it runs for that. */
export function scheduleOfSteps(
  execution: Execution,
  steps: readonly { readonly thread: Slot; readonly choice: number }[],
): RawSchedule {
  execution.remembers = false // a search says again what it wants
  const choices: number[] = []
  const fingerprints: number[] = []
  try {
    execution.reset()
    for (const { thread, choice } of steps) {
      const { operation } = execution.threads[thread]!
      fingerprints.push(fingerprintOf(operation))
      if (isChoose(operation)) choices.push(choice)
      execution.step(thread, choice)
    }
  } finally {
    execution.leave()
  }
  const numbers: number[] = []
  execution.order.forEach((slot, number) => (numbers[slot] = number))
  return { threads: steps.map(({ thread }) => numbers[thread]!), choices, fingerprints }
}

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
