/** Where the two accesses whose order makes the difference are, in the execution that fails and in the one that passes. */
import type { Bug, Difference, DifferingAccess, EventRow } from '../results/check-result.ts'

/** Positions in lists of events; null where an access is not among them. */
export type DecidingPositions = readonly [first: number | null, second: number | null]

export const decidingInFailing = (events: readonly EventRow[], { accesses }: Difference): DecidingPositions =>
  both(accesses, ({ event }) => found(events.findIndex(({ index }) => index === event)))

/** Up to the exchange both executions are alike for each thread: there, an access is the same event of its thread. */
export function decidingInPassing(
  failing: readonly EventRow[],
  passing: readonly EventRow[],
  { accesses }: Difference,
): DecidingPositions {
  // Where events are left out, it cannot be told which of its thread an event is.
  if (!isWhole(failing) || !isWhole(passing)) return [null, null]
  return both(accesses, ({ event, thread }) => {
    const before = failing.filter((one) => one.thread === thread && (event === null || one.index < event)).length
    let seen = 0
    return found(passing.findIndex((one) => one.thread === thread && seen++ === before))
  })
}

/** The numbers of these events. */
const numbersOf = (events: readonly EventRow[], positions: DecidingPositions): ReadonlySet<number> =>
  new Set(positions.flatMap((at) => (at === null ? [] : [events[at]!.index])))

/** Of the events that a bug comes with. */
export function decidingNumbers({ events = [], difference }: Bug): {
  readonly failing: ReadonlySet<number>
  readonly passing: ReadonlySet<number>
} {
  if (difference === undefined) return { failing: new Set(), passing: new Set() }
  const { events: others = [] } = difference
  return {
    failing: numbersOf(events, decidingInFailing(events, difference)),
    passing: numbersOf(others, decidingInPassing(events, others, difference)),
  }
}

const both = (
  [first, second]: Difference['accesses'],
  where: (access: DifferingAccess) => number | null,
): DecidingPositions => [where(first), where(second)]

const found = (at: number): number | null => (at < 0 ? null : at)
const isWhole = (events: readonly EventRow[]): boolean => (events.at(-1)?.index ?? 0) === events.length
