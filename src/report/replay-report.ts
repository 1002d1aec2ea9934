import { bugReport, type BugView } from './bug-report.ts'
import { eventTable, preemptionsOf } from './event-table.ts'
import type { ReplayResult } from './result.ts'
import { counted, formatValue } from './text.ts'

/** What `heddle replay` prints for people: every event, then how it ended. */
export function replayReport(result: ReplayResult, view: BugView): string {
  const { program, events, notes, bug, value } = result
  const preemptions = counted(preemptionsOf(events), 'preemption')
  const parts = [
    [`${view.paint.bold('replay')}  ${program}: ${counted(events.length, 'event')}, ${preemptions}`, ...notes.map((note) => `note: ${note}`)],
    eventTable(events, view.sources, { width: view.width, most: Infinity }),
    bug === null ? [`${view.paint.green('completed')} with the outcome ${formatValue(value)}`] : bugReport(bug, null, { ...view, replayCommand: null }),
  ]
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}
