/** Small pieces that all reports are made of. */
import { inspect } from 'node:util'
import { visible } from './escape.ts'
import { fromJsonValue } from '../results/from-json-value.ts'

/** `1,234 executions` */
export function counted(n: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(n)} ${n === 1 ? noun : plural}`
}

export const formatNumber = (n: number): string => n.toLocaleString('en-US')

/** Beyond, a number says nothing that people could use. */
const MOST_SAID = 1e12

/**
 * `about 1,400 to 9,000 or more`: of a search that is still far from its end, the upper end is too low more often than
 * not.
 */
export function estimated({ low, high }: { readonly low: number; readonly high: number }): string {
  if (high > MOST_SAID) return `more than ${formatNumber(Math.min(low, MOST_SAID))}`
  return `about ${low === high ? '' : `${formatNumber(low)} to `}${formatNumber(high)} or more`
}

export function formatSeconds(seconds: number): string {
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`
  if (seconds < 120) return `${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 120 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${(seconds / 3600).toFixed(1)} h`
}

export const formatMicroseconds = (n: number): string => `${n < 10 ? n.toFixed(1) : formatNumber(Math.round(n))} µs`

const units = [
  ['s', 1],
  ['min', 60],
  ['h', 3600],
  ['days', 86_400],
  ['years', 365 * 86_400],
] as const
/** Beyond, a number of years says nothing that people could use. */
const MOST_YEARS = 1000

/** `about 3 to 40 min or more`, `more than 1,000 years`: a rough range, in units that people think in. */
export function formatTimes(low: number, high: number): string {
  const [least, most] = [roughly(low, Math.floor), roughly(high, Math.ceil)]
  if (low > MOST_YEARS * units.at(-1)![1]) return `more than ${formatNumber(MOST_YEARS)} years`
  if (high > MOST_YEARS * units.at(-1)![1]) return `more than ${least.join(' ')}`
  if (least.join() === most.join()) return `about ${least.join(' ')} or more`
  return `about ${least[1] === most[1] ? least[0] : least.join(' ')} to ${most.join(' ')} or more`
}

/** In the largest unit of which there are two or more; two digits, since more would pretend to know. */
function roughly(seconds: number, round: (n: number) => number): [text: string, unit: string] {
  const [unit, length] = units.findLast(([, one]) => seconds >= 2 * one) ?? units[0]
  const n = Math.max(1, seconds / length)
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(n)) - 1)
  return [formatNumber(round(n / digit) * digit), unit]
}

/** A value of the program, as results hold it, on one line. */
export function formatValue(value: unknown): string {
  return visible(
    inspect(fromJsonValue(value), {
      depth: 6,
      breakLength: Infinity,
      compact: true,
      maxArrayLength: 30,
      maxStringLength: 200,
      sorted: true,
    }),
  )
}

export const indent = (text: string, by = '  '): string => text.replace(/^(?=.)/gm, by)

/** One line of at most so many characters. */
export function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`
}

/** Lines of at most so many characters, broken between words; a longer word has a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** However many texts there are. */
export const widest = (texts: readonly string[]): number =>
  texts.reduce((width, { length }) => (length > width ? length : width), 0)

/** What is said below a list that was cut: how many there are in all, and where they can be found. */
export function moreLine(all: number, shown: number, omitted: number, noun: string): string[] {
  if (all + omitted <= shown) return []
  const where = omitted === 0 ? '--json has all' : `--json has ${formatNumber(all)}, --max-rows lists more`
  return [`… and ${counted(all + omitted - shown, `more ${noun}`)} (${where})`]
}

export interface Column {
  readonly title: string
  readonly align?: 'right'
}

/** Lines of aligned columns under their titles; empty columns are left out. The last column is not padded. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const used = columns.map((_, c) => c).filter((c) => rows.some((row) => row[c] !== ''))
  const all = [columns.map(({ title }) => title), ...rows]
  const widths = used.map((c) => widest(all.map((row) => row[c]!)))
  return all.map((row) =>
    used
      .map((c, i) => {
        const cell = row[c]!
        return columns[c]!.align === 'right' ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)
      })
      .join('  ')
      .trimEnd(),
  )
}
