import { bugReport, type BugView } from './bug-report.ts'
import { callLines } from './call-stacks.ts'
import { allVisible } from './escape.ts'
import { eventTable } from './event-table.ts'
import { heldSummary } from './held-report.ts'
import { inputText } from '../program/inputs/input-values.ts'
import type { ReplayResult } from '../results/check-result.ts'
import { counted, formatValue } from './text.ts'

/** What `heddle replay` prints for people: the events, then how it ended. */
export function replayReport(given: ReplayResult, view: BugView): string {
  const result = { ...allVisible(given), value: given.value }
  const { program, input, events, notes, bug, value } = result
  const preemptions = counted(result.preemptions, 'preemption')
  const length = events.at(-1)?.index ?? 0
  const more =
    length > events.length
      ? [`note: --events N shows more than ${counted(events.length, 'event')}; --json has all`]
      : []
  const parts = [
    [
      `${view.paint.bold('replay')}  ${program}${input === null ? '' : ` for ${inputText(input)}`}: ${counted(length, 'event')}, ${preemptions}`,
      ...notes.map((note) => `note: ${note}`),
      ...more,
    ],
    [...eventTable(events, view.sources, { width: view.width, most: Infinity }), ...callLines(events, view.width)],
    bug === null
      ? [`${view.paint.green('completed')} with the outcome ${formatValue(value)}`]
      : bugReport(bug, { ...view, replayCommand: null }),
    heldSummary(result.held, 0),
  ]
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}
