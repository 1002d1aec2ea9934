import { inputText } from '../program/inputs/input-values.ts'
import type { Inspection, OrderedPair, PlacedOperation } from '../results/inspection.ts'
import type { SetCost } from '../results/set-cost.ts'
import { allVisible, oneLine } from './escape.ts'
import type { Paint } from './paint.ts'
import { regionLines } from './region-lines.ts'
import { parsePlace } from './source-lines.ts'
import { counted, formatMicroseconds, formatNumber, indent, table, widest } from './text.ts'

const SHOWN = 20

/** What `heddle inspect` prints for people. */
export function inspectReport(given: Inspection, paint: Paint, width = Infinity): string {
  const set = allVisible(given)
  const bounds = Object.entries(set.search.bounds).map(([name, limit]) => `${name} ${limit}`)
  const lines = [
    `${paint.bold('set')}  ${set.set}: ${counted(set.traces, 'admissible trace')} of ${set.program}${set.input === null ? '' : ` for ${inputText(set.input)}`}, ${counted(set.events, 'event')}, ${formatNumber(set.bytes)} bytes`,
    indent(
      `format ${set.format}, heddle ${set.heddle}, reduction ${set.search.reduction}${bounds.length === 0 ? '' : `, bounds: ${bounds.join(', ')}`}; files: ${set.files.join(', ')}`,
    ),
    indent(extentText(set)),
    ...(set.inputs === undefined ? [] : inputLines(set.inputs)),
  ]
  // That no gates are needed at all is said with the set, or with its region.
  const finished = set.finished.filter(({ events }) => events.length > 0)
  if (finished.length > 0)
    lines.push(
      '',
      `${counted(finished.length, 'finished sub-tree')}: once a run gets there, its gates open`,
      ...shown(finished.map(({ events, traces }) => `${counted(traces, 'trace')} after ${events.join('; ')}`)),
    )
  if (set.ordered.length > 0) {
    lines.push(
      '',
      `${counted(set.ordered.length, 'pair')} of dependent events in one order only (${formatNumber(set.free)} in both):`,
      ...orderTable(groupedOrders(set.ordered), width),
    )
  }
  if (set.cost !== undefined) lines.push('', ...costLines(set.cost))
  if (set.bugs.length > 0)
    lines.push(
      '',
      paint.red(`${counted(set.erroneous, 'erroneous execution')}, not admitted:`),
      ...shown(
        set.bugs.map(({ kind, message, schedule, input }) => {
          const of = input === undefined ? '' : ` for ${inputText(input)}`
          return `${kind}: ${oneLine(message)}${of} (${schedule})`
        }),
      ),
    )
  return `${lines.join('\n')}\n`
}

const inputLines = ({ regions, covered }: NonNullable<Inspection['inputs']>): string[] => [
  indent(covered === null ? 'for some inputs, in these regions:' : `for every ${covered}:`),
  ...regionLines(regions),
]

function shown(lines: readonly string[]): string[] {
  const rest = lines.length - SHOWN
  return [
    ...lines.slice(0, SHOWN).map((line) => indent(line)),
    ...(rest > 0 ? [indent(`… and ${formatNumber(rest)} more`)] : []),
  ]
}

/** Where all are in one file, it is named once. */
function orderTable(orders: readonly (OrderedPair & { readonly pairs: number })[], width: number): string[] {
  const places = orders.flatMap(({ first, second }) => [first.at, second.at]).filter((at) => at !== null)
  const files = new Set(places.map((at) => parsePlace(at)?.file))
  const [only] = files.size === 1 ? files : []
  const cells = ({ thread, operation, at }: PlacedOperation): string[] => [
    `${thread}: ${operation}`,
    at === null ? '' : only === undefined ? at : at.slice(only.length + 1),
  ]
  const note = only === undefined ? [] : [indent(`at: line and column in ${only}`)]
  const [title, ...rows] = table(
    [
      { title: 'pairs', align: 'right' },
      { title: 'this' },
      { title: 'at' },
      { title: 'always before that' },
      { title: 'at' },
    ],
    orders.map(({ first, second, pairs }) => [formatNumber(pairs), ...cells(first), ...cells(second)]),
  )
  if (widest(rows) + 2 <= width) return [indent(title!), ...shown(rows), ...note]
  // One below the other.
  const [head, ...lines] = table(
    [{ title: 'pairs', align: 'right' }, { title: '' }, { title: 'operation' }, { title: 'at' }],
    orders.flatMap(({ first, second, pairs }) => [
      [formatNumber(pairs), '', ...cells(first)],
      ['', 'always before', ...cells(second)],
    ]),
  )
  return [
    indent(head!),
    ...shown(lines.map((line, i) => (i % 2 === 0 ? `${line}\n${lines[i + 1]}` : '')).filter((line) => line !== '')),
    ...note,
  ]
}

const place = ({ thread, operation, at }: PlacedOperation): string =>
  `${thread}: ${operation}${at === null ? '' : ` (${at})`}`

/** How far the search has got. */
export function extentText(set: Inspection): string {
  if (set.whole) return 'complete: every execution of the program is admissible, and it runs without gates'
  if (!set.complete) return 'the search has not ended: how many traces there are in all is not known'
  return `the search has ended: ${counted(set.traces, 'admissible trace')}, ${counted(set.erroneous, 'erroneous execution')}${set.exhaustive ? '' : '; a bound or the depth limit left others out'}`
}

/** Pairs at the same places, once, with how many there are; most first. */
export function groupedOrders(ordered: readonly OrderedPair[]): (OrderedPair & { readonly pairs: number })[] {
  const groups = new Map<string, OrderedPair & { pairs: number }>()
  for (const { first, second } of ordered) {
    const key = JSON.stringify([place(first), place(second)])
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { first, second, pairs: 1 })
    else known.pairs++
  }
  return [...groups.values()].sort((a, b) => b.pairs - a.pairs)
}

/** What it takes to stay within the set. */
function costLines(cost: SetCost): string[] {
  const { runs, plain, admitted } = cost
  const times = `${formatMicroseconds(admitted)} under the set, ${formatMicroseconds(plain)} plainly`
  return [`${costHeadline(cost)}: ${times} (medians of ${counted(runs, 'run')} each)`, indent(gatesText(cost))]
}

/** `a run takes 24% longer (12% to 31% in single turns)` */
export function costHeadline({ percent, range }: SetCost): string {
  const signed = (value: number): string => `${value.toFixed(0)}%`
  const how = percent < 0 ? `${signed(-percent)} less` : `${signed(percent)} longer`
  return `a run takes ${how} (${signed(range.low)} to ${signed(range.high)} in single turns)`
}

/** What happens at gates. */
export const gatesText = ({ sleeps, switches, opened }: SetCost): string =>
  sleeps + switches + opened === 0
    ? 'no thread had to wait at a gate'
    : `per run, threads sleep at a gate ${sleeps.toFixed(1)} times and another trace is found ${switches.toFixed(1)} times; ${(100 * opened).toFixed(0)}% of the runs come to where gates open`
