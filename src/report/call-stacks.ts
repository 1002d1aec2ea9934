/** Calls that events and waiting threads are in, for people: places only, innermost first. */
import type { EventRow, Waiting } from '../results/check-result.ts'
import { parsePlace } from './source-lines.ts'
import { counted, padRight, widest, wrap } from './text.ts'

/** More is not read. */
const MOST_STACKS = 12
const MOST_FRAMES = 8

/** `queue.ts:17:4 ← 30:2 ← main.ts:5:1`: a file is named where it changes. */
export function callsText(calls: readonly string[]): string {
  let file: string | undefined
  const frames = calls.slice(0, MOST_FRAMES).map((at) => {
    const place = parsePlace(at)
    const text = place !== null && place.file === file ? at.slice(place.file.length + 1) : at
    file = place?.file
    return text
  })
  const more = calls.length - frames.length
  return [...frames, ...(more > 0 ? [`… ${more} more`] : [])].join(' ← ')
}

/** Of a thread that waits: how it got there, and what it has taken before. */
export const waitContext = ({ calls = [], holds = [] }: Waiting): string[] => [
  ...(calls.length === 0 ? [] : [`called from ${callsText(calls)}`]),
  ...holds.map(({ lock, operation, at, calls }) => {
    const where = at === null ? '' : ` at ${at}`
    return `holds ${lock} since ${operation}${where}${calls.length === 0 ? '' : `, called from ${callsText(calls)}`}`
  }),
]

/** Which events were called from where; events with the same calls are on one line. Empty where nothing was called. */
export function callLines(events: readonly EventRow[], width: number): string[] {
  const stacks = new Map<string, number[]>()
  for (const { calls = [], index } of events) {
    if (calls.length === 0) continue
    const text = callsText(calls)
    stacks.set(text, [...(stacks.get(text) ?? []), index])
  }
  if (stacks.size === 0) return []
  const shown = [...stacks].slice(0, MOST_STACKS)
  const numbers = shown.map(([, list]) => rangesText(list))
  const column = Math.min(widest(numbers), Math.floor(width / 3))
  const lines = shown.flatMap(([text], i) => {
    const heads = wrap(numbers[i]!, column)
    const tails = wrap(text, width - column - 4)
    return Array.from({ length: Math.max(heads.length, tails.length) }, (_, n) =>
      `  ${padRight(heads[n] ?? '', column)}  ${tails[n] ?? ''}`.trimEnd(),
    )
  })
  const more = stacks.size - shown.length
  return ['called from (innermost first):', ...lines, ...(more > 0 ? [`  … and ${counted(more, 'more place')}`] : [])]
}

/** `#1, #3-5` */
function rangesText(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const n of numbers) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === n - 1) last[1] = n
    else ranges.push([n, n])
  }
  return ranges.map(([first, last]) => (first === last ? `#${first}` : `#${first}-${last}`)).join(', ')
}
