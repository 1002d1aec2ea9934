/** The page of an admissible set: which events are still ordered, between which lines, and what that costs. */
import { inputText } from '../../program/inputs/input-values.ts'
import type { Inspection, PlacedOperation } from '../../results/inspection.ts'
import type { SetCost } from '../../results/set-cost.ts'
import { allVisible, oneLine } from '../escape.ts'
import { costHeadline, extentText, gatesText, groupedOrders } from '../inspect-report.ts'
import type { SourceLines } from '../source-lines.ts'
import { counted, formatNumber } from '../text.ts'
import type { PageCost, PageSet } from './page-data.ts'
import { sourcesOf } from './page-sources.ts'

/** So many rows of each table. */
const MOST_ROWS = 200

export function setPage(given: Inspection, sources: SourceLines): PageSet {
  const set = allVisible(given)
  const orders = groupedOrders(set.ordered)
  const shown = orders.slice(0, MOST_ROWS)
  const placed = ({ thread, operation, at }: PlacedOperation) => ({ thread, operation, at })
  return {
    name: set.program,
    file: set.set,
    input: set.input === null ? null : inputText(set.input),
    whole: set.whole,
    extent: sentence(extentText(set)),
    counts: [
      `${counted(set.traces, 'admissible trace')} of ${counted(set.events, 'event')}, ${formatNumber(set.bytes)} bytes`,
    ],
    orderedPairs: set.ordered.length,
    freePairs: set.free,
    orders: shown.map(({ first, second, pairs }) => ({ first: placed(first), second: placed(second), pairs })),
    moreOrders: orders.length - shown.length,
    finished: set.finished
      .slice(0, MOST_ROWS)
      .map(({ events, traces }) => ({ text: `${counted(traces, 'trace')} after`, places: events })),
    moreFinished: Math.max(0, set.finished.length - MOST_ROWS),
    bugs: set.bugs.slice(0, MOST_ROWS).map(({ kind, message, at }) => ({
      text: `${kind}: ${oneLine(message)}`,
      places: at === null ? [] : [at],
    })),
    erroneous: set.erroneous,
    cost: set.cost === undefined ? null : pageCost(set.cost),
    sources: sourcesOf(
      shown.flatMap(({ first, second }) => [first.at, second.at]),
      sources,
    ),
  }
}

const pageCost = (cost: SetCost): PageCost => ({
  headline: costHeadline(cost),
  plain: cost.plain,
  admitted: cost.admitted,
  notes: [
    `Medians of ${counted(cost.runs, 'run')} each, on the machine where this was measured.`,
    sentence(gatesText(cost)),
  ],
})

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
