import type { PageExecution } from '../../src/report/html/page-data.ts'
import type { ComparedRow } from '../../src/report/html/compare.ts'

/** What is drawn of two executions side by side: events of both, or how many are alike and folded. */
export type CompareLine =
  | { readonly kind: 'row'; readonly key: number; readonly row: ComparedRow; readonly how: HowAlike }
  | { readonly kind: 'folded'; readonly key: number; readonly count: number }

/** The same event with the same value, or with another one; or none that both have there. */
export type HowAlike = 'same' | 'value' | 'other'

/** So many events that are alike are shown beside those that are not. */
const AROUND = 2
/** Fewer than that are not worth folding. */
const LEAST_FOLDED = 4
/** More lines show nothing any more; what is after them is folded as well. */
const MOST_LINES = 400

/** `unfolded`: the keys of those that somebody wants to see. */
export function foldedRows(
  failing: PageExecution,
  passing: PageExecution,
  rows: readonly ComparedRow[],
  unfolded: ReadonlySet<number>,
): CompareLine[] {
  const alike = rows.map((row) => howAlike(failing, passing, row))
  const matters = rows.map((row, i) => alike[i] !== 'same' || isDeciding(failing, passing, row))
  const shown = rows.map((_, i) => matters.slice(Math.max(0, i - AROUND), i + AROUND + 1).includes(true))
  const lines: CompareLine[] = []
  for (let i = 0; i < rows.length; ) {
    let end = i
    while (end < rows.length && !shown[end]) end++
    const hides = end - i >= LEAST_FOLDED && !unfolded.has(i)
    if (hides || lines.length >= MOST_LINES) {
      const until = hides ? end : rows.length
      lines.push({ kind: 'folded', key: i, count: until - i })
      i = until
      continue
    }
    for (end = Math.max(end, i + 1); i < end; i++) lines.push({ kind: 'row', key: i, row: rows[i]!, how: alike[i]! })
  }
  return lines
}

function howAlike(failing: PageExecution, passing: PageExecution, [left, right, same]: ComparedRow): HowAlike {
  if (!same) return 'other'
  return failing.events[left!]!.value === passing.events[right!]!.value ? 'same' : 'value'
}

const isDeciding = (failing: PageExecution, passing: PageExecution, [left, right]: ComparedRow): boolean =>
  [
    [failing, left],
    [passing, right],
  ].some(([of, at]) => {
    const { deciding } = of as PageExecution
    return at !== null && deciding !== null && (deciding.first === at || deciding.second === at)
  })
