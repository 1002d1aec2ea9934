import type { EventRow } from './result.ts'
import type { SourceLines } from './source-lines.ts'
import { clip, counted, table } from './text.ts'

const PREEMPTED = '>'

export interface EventTableOptions {
  /** How many characters fit on a line. */
  readonly width: number
  /** A longer table loses its middle. */
  readonly most: number
}

/** The events of an execution, one line each, with the source they come from; preemptions are marked. */
export function eventTable(events: readonly EventRow[], sources: SourceLines, { width, most }: EventTableOptions): string[] {
  const kept = events.length <= most ? events : [...events.slice(0, most / 2), ...events.slice(-most / 2)]
  const lines = withSource(table(
    [{ title: ' ' }, { title: '#', align: 'right' }, { title: 'thread' }, { title: 'operation' }, { title: 'location' }, { title: 'value' }, { title: 'at' }],
    kept.map((event) => [
      event.preemption ? PREEMPTED : ' ', String(event.index), event.thread, event.operation,
      event.location ?? '', clip(event.value ?? '', 40), event.at ?? '',
    ])), kept, sources, width)
  if (kept.length < events.length) lines.splice(1 + most / 2, 0, `   … ${counted(events.length - kept.length, 'event')} not shown …`)
  return events.some((event) => event.preemption)
    ? [...lines, `${PREEMPTED} marks a preemption: the thread before could have gone on`]
    : lines
}

function withSource(lines: string[], events: readonly EventRow[], sources: SourceLines, width: number): string[] {
  const column = Math.max(...lines.map((line) => line.length)) + 2
  const room = width - column
  return lines.map((line, i) => {
    const source = i === 0 ? null : sources.lineAt(events[i - 1]!.at)?.trim()
    return source && room >= 16 ? `${line.padEnd(column)}${clip(source, room)}` : line
  })
}

export function preemptionsOf(events: readonly EventRow[]): number {
  return events.reduce((sum, event) => sum + (event.preemption ? 1 : 0), 0)
}
