import { oneLine } from '../escape.ts'
import type { EventRow, ReplayResult } from '../../results/check-result.ts'

/** `write balance[0] = 40` */
export const eventText = ({ operation, location, place, value }: EventRow): string =>
  oneLine([operation, place ?? location, value].filter((part) => part !== null).join(' '))

/** How the execution ended. */
export const endText = ({ bug }: ReplayResult): string =>
  bug === null ? 'completed' : oneLine(`${bug.kind}: ${bug.message}`)

/** In order of appearance, each with the positions of its events. */
export function byThread(events: readonly EventRow[]): [thread: string, positions: number[]][] {
  const threads = new Map<string, number[]>()
  for (const [i, { thread }] of events.entries()) {
    const own = threads.get(thread)
    if (own === undefined) threads.set(thread, [i])
    else own.push(i)
  }
  return [...threads]
}

/** The thread in which the bug showed, or else that of the last event: where the end is drawn. */
export const lastOf = ({ events, bug }: ReplayResult): number => {
  const own = events.findLastIndex(({ thread }) => thread === bug?.thread)
  return own < 0 ? events.length - 1 : own
}

/** From each event of a thread to its next that is shown, and whether any event in between is not. */
export const programOrder = (
  events: readonly EventRow[],
  positions: readonly number[],
): (readonly [before: number, after: number, gap: boolean])[] =>
  positions.slice(1).map((i, n) => {
    const before = positions[n]!
    return [before, i, events[i]!.index - events[before]!.index !== i - before]
  })
