import { folded } from '../execution/replay/fold.ts'
import { noPaint, type Paint } from './paint.ts'
import type { EventRow } from '../results/check-result.ts'
import type { SourceLines } from './source-lines.ts'
import { type LaidOut, threadColumns } from './thread-columns.ts'
import { clip, counted, padRight, table, widest } from './text.ts'

const PREEMPTED = '>'
const DECIDING = '*'
/** Less of a source line says nothing. */
export const LEAST_SOURCE = 16

export interface EventTableOptions {
  /** How many characters fit on a line. */
  readonly width: number
  /** A longer table is folded. */
  readonly most: number
  /** The numbers of events whose order makes the difference; they are shown in any case. */
  readonly deciding?: ReadonlySet<number>
  readonly paint?: Paint
}

/**
 * The events of an execution, one line each, with the source they come from; preemptions and the deciding events are
 * marked. Gaps in their numbers are said.
 */
export function eventTable(
  events: readonly EventRow[],
  sources: SourceLines,
  { width, most, deciding = new Set(), paint = noPaint }: EventTableOptions,
): string[] {
  const shown = folded(
    events.map(({ thread }) => thread),
    most,
  )
  const decides = ({ index }: EventRow): boolean => deciding.has(index)
  const kept = events.filter((event, i) => shown[i] === 1 || decides(event))
  const marks = kept.map((event) => (event.preemption ? PREEMPTED : ' ') + (decides(event) ? DECIDING : ''))
  const { title, rows, notes } = laidOut(kept, marks, sources, width)
  const painted = rows.map((row, i) => {
    const lines = row.split('\n')
    return decides(kept[i]!) ? lines.map((line) => paint.bold(line)) : lines
  })
  const marked = kept.filter(decides).length
  return [
    title,
    ...painted.flatMap((row, i) => [...gapBefore(kept, i), ...row]),
    ...notes,
    ...(kept.some((event) => event.preemption)
      ? [`${PREEMPTED} marks a preemption: the thread before could have gone on`]
      : []),
    ...(marked === 0
      ? []
      : [
          `${DECIDING} marks ${marked === 1 ? 'an event whose order' : 'the two events whose order'} makes the difference`,
        ]),
  ]
}

/** With source lines where they fit, else with a column per thread, else without either. */
function laidOut(kept: readonly EventRow[], marks: readonly string[], sources: SourceLines, width: number): LaidOut {
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
      event.place ?? event.location ?? '',
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
    return source && room >= LEAST_SOURCE ? `${padRight(line, column)}${clip(source, room)}` : line
  })
}
