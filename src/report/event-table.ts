import { folded } from '../execution/replay/fold.ts'
import type { EventRow } from '../results/check-result.ts'
import type { SourceLines } from './source-lines.ts'
import { clip, counted, table, widest } from './text.ts'

const PREEMPTED = '>'

export interface EventTableOptions {
  /** How many characters fit on a line. */
  readonly width: number
  /** A longer table is folded. */
  readonly most: number
}

/**
 * The events of an execution, one line each, with the source they come from; preemptions are marked. Gaps in their
 * numbers are said.
 */
export function eventTable(
  events: readonly EventRow[],
  sources: SourceLines,
  { width, most }: EventTableOptions,
): string[] {
  const shown = folded(
    events.map(({ thread }) => thread),
    most,
  )
  const kept = events.filter((_, i) => shown[i] === 1)
  const [title, ...rows] = withSource(
    table(
      [
        { title: ' ' },
        { title: '#', align: 'right' },
        { title: 'thread' },
        { title: 'operation' },
        { title: 'location' },
        { title: 'value' },
        { title: 'at' },
      ],
      kept.map((event) => [
        event.preemption ? PREEMPTED : ' ',
        String(event.index),
        event.thread,
        event.operation,
        event.location ?? '',
        clip(event.value ?? '', 40),
        event.at ?? '',
      ]),
    ),
    kept,
    sources,
    width,
  )
  const lines = [title!, ...rows.flatMap((row, i) => [...gapBefore(kept, i), row])]
  return kept.some((event) => event.preemption)
    ? [...lines, `${PREEMPTED} marks a preemption: the thread before could have gone on`]
    : lines
}

function gapBefore(events: readonly EventRow[], i: number): string[] {
  const missing = events[i]!.index - 1 - (i === 0 ? 0 : events[i - 1]!.index)
  return missing === 0 ? [] : [`   … ${counted(missing, 'event')} not shown …`]
}

function withSource(lines: string[], events: readonly EventRow[], sources: SourceLines, width: number): string[] {
  const column = widest(lines) + 2
  const room = width - column
  return lines.map((line, i) => {
    const source = i === 0 ? null : sources.lineAt(events[i - 1]!.at)?.trim()
    return source && room >= 16 ? `${line.padEnd(column)}${clip(source, room)}` : line
  })
}
