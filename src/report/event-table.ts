import { folded } from '../execution/replay/fold.ts'
import type { EventRow } from '../results/check-result.ts'
import type { SourceLines } from './source-lines.ts'
import { type LaidOut, threadColumns } from './thread-columns.ts'
import { clip, counted, table, widest } from './text.ts'

const PREEMPTED = '>'
/** Less of a source line says nothing. */
export const LEAST_SOURCE = 16

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
  const { title, rows, notes } = laidOut(kept, sources, width)
  const lines = [title, ...rows.flatMap((row, i) => [...gapBefore(kept, i), ...row.split('\n')]), ...notes]
  return kept.some((event) => event.preemption)
    ? [...lines, `${PREEMPTED} marks a preemption: the thread before could have gone on`]
    : lines
}

/** With source lines where they fit, else with a column per thread, else without either. */
function laidOut(kept: readonly EventRow[], sources: SourceLines, width: number): LaidOut {
  const marks = kept.map(({ preemption }) => (preemption ? PREEMPTED : ' '))
  const plain = rowsOf(kept, marks)
  const fits = widest(plain) + 2 + LEAST_SOURCE <= width
  const columns = fits || kept.length === 0 ? null : threadColumns(kept, marks, width)
  if (columns !== null) return columns
  const [title, ...rows] = withSource(plain, kept, sources, width)
  return { title: title!, rows, notes: [] }
}

const rowsOf = (kept: readonly EventRow[], marks: readonly string[]): string[] =>
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
    kept.map((event, i) => [
      marks[i]!,
      String(event.index),
      event.thread,
      event.operation,
      event.location ?? '',
      clip(event.value ?? '', 40),
      event.at ?? '',
    ]),
  )

function gapBefore(events: readonly EventRow[], i: number): string[] {
  const missing = events[i]!.index - 1 - (i === 0 ? 0 : events[i - 1]!.index)
  return missing === 0 ? [] : [`   … ${counted(missing, 'event')} not shown …`]
}

function withSource(lines: string[], events: readonly EventRow[], sources: SourceLines, width: number): string[] {
  const column = widest(lines) + 2
  const room = width - column
  return lines.map((line, i) => {
    const source = i === 0 ? null : sources.lineAt(events[i - 1]!.at)?.trim()
    return source && room >= LEAST_SOURCE ? `${line.padEnd(column)}${clip(source, room)}` : line
  })
}
