import type { EventLog } from './event-log.ts'

/** Part of an execution in which the same `period` events come again and again, from `start` on. */
export interface Cycle {
  readonly start: number
  readonly period: number
  /** How many events there are of it. */
  readonly length: number
}

/** Fewer rounds may be a coincidence. */
const LEAST_ROUNDS = 3
/** Longer rounds are not recognised. */
const LONGEST_PERIOD = 200
/** Others are hardly ever any better. */
const MOST_CYCLES = 4

/** The longest cycles among the first `depth` events of the log, at most one for each period. */
export function cyclesIn(log: EventLog, depth: number): Cycle[] {
  const longest = Math.min(LONGEST_PERIOD, Math.floor(depth / LEAST_ROUNDS))
  const found: Cycle[] = []
  for (let period = 1; period <= longest; period++) {
    const cycle = longestWith(log, depth, period)
    // The rounds of a cycle, taken two or more at a time, are no other cycle.
    if (cycle !== null && !found.some((other) => period % other.period === 0 && contains(other, cycle)))
      found.push(cycle)
  }
  return found.sort((a, b) => b.length - a.length).slice(0, MOST_CYCLES)
}

function longestWith(log: EventLog, depth: number, period: number): Cycle | null {
  let best: Cycle | null = null
  let start = 0
  for (let i = 0; i <= depth - period; i++) {
    if (i < depth - period && sameEvent(log, i, i + period)) continue
    const length = i + period - start
    if (length >= LEAST_ROUNDS * period && (best === null || length > best.length)) best = { start, period, length }
    start = i + 1
  }
  return best
}

const contains = (a: Cycle, b: Cycle): boolean => a.start <= b.start && b.start + b.length <= a.start + a.length

function sameEvent(log: EventLog, i: number, j: number): boolean {
  return (
    log.thread[i] === log.thread[j] &&
    log.specs[i] === log.specs[j] &&
    log.accesses[i]!.cell === log.accesses[j]!.cell &&
    log.choice[i] === log.choice[j]
  )
}
