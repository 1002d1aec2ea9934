/** Two executions side by side: which events of theirs are the same, as far as one order of both allows. */
import type { PageExecution } from './page-data.ts'

/** Positions of events, and whether both are the same event; null where only the other execution has one. */
export type ComparedRow = readonly [left: number | null, right: number | null, same: boolean]

/** Of more pairs than that between the common beginning and the common end, none are looked for. */
const MOST_CELLS = 2 ** 25

/**
 * As many events as possible are beside themselves (a longest common subsequence). Between those, events that only one
 * has there are beside events that only the other has.
 */
export function comparedRows(left: PageExecution, right: PageExecution): ComparedRow[] {
  const [a, b] = [namesOf(left), namesOf(right)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const middle = aligned(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return [
    ...range(start).map((i): ComparedRow => [i, i, true]),
    ...middle.map(([i, j, same]): ComparedRow => [i === null ? null : start + i, j === null ? null : start + j, same]),
    ...range(end).map((i): ComparedRow => [a.length - end + i, b.length - end + i, true]),
  ]
}

const range = (length: number): number[] => Array.from({ length }, (_, i) => i)

/** What an event is, whatever it read or wrote: the k-th of its thread, at a place, on a location. */
function namesOf({ events, threads }: PageExecution): string[] {
  const counts: number[] = []
  // Where events are left out, which one of its thread an event is cannot be told.
  const isWhole = (events.at(-1)?.n ?? 0) === events.length
  return events.map(({ thread, operation, location, at }) => {
    const k = (counts[thread] = (counts[thread] ?? 0) + 1)
    return JSON.stringify([threads[thread], isWhole ? k : null, operation, location, at])
  })
}

function aligned(a: readonly string[], b: readonly string[]): ComparedRow[] {
  const matches = a.length * b.length > MOST_CELLS ? [] : commonSubsequence(a, b)
  const rows: ComparedRow[] = []
  let [i, j] = [0, 0]
  for (const [nextI, nextJ] of [...matches, [a.length, b.length] as const]) {
    while (i < nextI || j < nextJ) rows.push([i < nextI ? i++ : null, j < nextJ ? j++ : null, false])
    if (i < a.length && j < b.length) rows.push([i++, j++, true])
  }
  return rows
}

function commonSubsequence(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const common = commonLengths(a, b)
  const width = b.length + 1
  const matches: (readonly [number, number])[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) matches.push([i++, j++])
    else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) i++
    else j++
  }
  return matches
}

/** By position in both: how long the longest common subsequence of the rests is. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j]
          ? 1 + lengths[(i + 1) * width + j + 1]!
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
  return lengths
}
