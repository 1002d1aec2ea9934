import { nondeterminism } from '../base/errors.ts'
import type { Execution } from '../execution/execution.ts'
import { rerun } from '../execution/replay/rerun.ts'
import type { OutcomeRow } from '../results/check-result.ts'
import { outcomeKey } from '../results/outcome-key.ts'
import { decodeSchedule } from '../trace/schedule.ts'
import { outcomeOf } from './outcome-of.ts'

/**
 * So many events are run once more in the end, to see that schedules still lead where they led: at most a second or
 * two.
 */
const CONFIRMED_EVENTS = 500_000

/** Runs the schedules of outcomes once more: they must still lead there. */
export function confirmOutcomes(execution: Execution, rows: readonly OutcomeRow[], isStopped: () => boolean): void {
  let events = 0
  for (const { value, schedule } of rows) {
    const decoded = decodeSchedule(schedule)
    events += decoded.threads.length
    if (events > CONFIRMED_EVENTS || isStopped()) return
    const ending = rerun(execution, decoded)
    const key = outcomeKey(value)
    if (ending === null || outcomeKey(outcomeOf(execution, ending)) !== key)
      throw nondeterminism(`a schedule no longer leads to the outcome ${key}`)
  }
}
