import type { EventLog } from './event-log.ts'

/** How an endless execution ends: from `start` on, the same `period` events again and again. */
export interface Cycle {
  readonly start: number
  readonly period: number
}

/** Fewer repetitions than this may be a loop that counts. */
const LEAST_REPETITIONS = 50
/** Longer loops are not recognised. */
const LONGEST_PERIOD = 200

/** The shortest cycle in which the first `depth` events of the log end, or null. */
export function cycleAtEnd(log: EventLog, depth: number): Cycle | null {
  const longest = Math.min(LONGEST_PERIOD, Math.floor(depth / LEAST_REPETITIONS))
  for (let period = 1; period <= longest; period++) {
    let start = depth - period
    while (start > 0 && sameEvent(log, start - 1, start - 1 + period)) start--
    if (depth - start >= LEAST_REPETITIONS * period) return { start, period }
  }
  return null
}

function sameEvent(log: EventLog, i: number, j: number): boolean {
  return log.thread[i] === log.thread[j] && log.specs[i] === log.specs[j] && log.cell[i] === log.cell[j] && log.choice[i] === log.choice[j]
}
