import { inputText } from '../program/inputs/input-values.ts'
import type { Inspection, PlacedOperation } from '../results/inspection.ts'
import { allVisible } from './escape.ts'
import type { Paint } from './paint.ts'
import { counted, formatNumber, indent } from './text.ts'

const SHOWN = 20

/** What `heddle inspect` prints for people. */
export function inspectReport(given: Inspection, paint: Paint): string {
  const set = allVisible(given)
  const bounds = Object.entries(set.search.bounds).map(([name, limit]) => `${name} ${limit}`)
  const lines = [
    `${paint.bold('set')}  ${set.set}: ${counted(set.traces, 'admissible trace')} of ${set.program}${set.input === null ? '' : ` for ${inputText(set.input)}`}, ${counted(set.events, 'event')}, ${formatNumber(set.bytes)} bytes`,
    indent(
      `format ${set.format}, heddle ${set.heddle}, reduction ${set.search.reduction}${bounds.length === 0 ? '' : `, bounds: ${bounds.join(', ')}`}; files: ${set.files.join(', ')}`,
    ),
    indent(extent(set)),
  ]
  if (set.finished.length > 0 && !set.whole)
    lines.push(
      '',
      `${counted(set.finished.length, 'finished sub-tree')}: once a run gets there, its gates open`,
      ...shown(set.finished.map(({ events, traces }) => `${counted(traces, 'trace')} after ${events.join('; ')}`)),
    )
  if (set.ordered.length > 0) {
    const pairs = set.ordered.map(({ first, second }) => `${place(first)} ${paint.dim('before')} ${place(second)}`)
    lines.push(
      '',
      `${counted(set.ordered.length, 'pair')} of dependent events in one order only (${formatNumber(set.free)} in both):`,
      ...shown(pairs),
    )
  }
  if (set.bugs.length > 0)
    lines.push(
      '',
      paint.red(`${counted(set.erroneous, 'erroneous execution')}, not admitted:`),
      ...shown(set.bugs.map(({ kind, message, schedule }) => `${kind}: ${message.split('\n')[0]} (${schedule})`)),
    )
  return `${lines.join('\n')}\n`
}

function shown(lines: readonly string[]): string[] {
  const rest = lines.length - SHOWN
  return [
    ...lines.slice(0, SHOWN).map((line) => indent(line)),
    ...(rest > 0 ? [indent(`… and ${formatNumber(rest)} more`)] : []),
  ]
}

const place = ({ thread, operation, at }: PlacedOperation): string =>
  `${thread}: ${operation}${at === null ? '' : ` (${at})`}`

function extent(set: Inspection): string {
  if (set.whole) return 'complete: every execution of the program is admissible, and it runs without gates'
  if (!set.complete) return 'the search has not ended: how many traces there are in all is not known'
  return `the search has ended: ${counted(set.traces, 'admissible trace')}, ${counted(set.erroneous, 'erroneous execution')}${set.exhaustive ? '' : '; a bound or the depth limit left others out'}`
}
