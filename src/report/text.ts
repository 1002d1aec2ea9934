/** Small pieces that all reports are made of. */
import { inspect, stripVTControlCharacters } from 'node:util'
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

/** Characters that terminals show twice as wide: East Asian ones, and pictures. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}/u
let segmenter: Intl.Segmenter | undefined
/** Characters as people count them. */
const graphemesOf = (text: string): Intl.Segments => (segmenter ??= new Intl.Segmenter()).segment(text)
/** Where every character has one column, as nearly always. */
const NARROW = /^[\x20-\u02ff\u2010-\u203a\u2190-\u21ff\u2500-\u259f]*$/

/** How many columns of a terminal a text takes. */
export function columnsOf(given: string): number {
  const text = given.includes('\u001b') ? stripVTControlCharacters(given) : given
  if (NARROW.test(text)) return text.length
  let columns = 0
  for (const { segment } of graphemesOf(text)) columns += WIDE.test(segment) ? 2 : 1
  return columns
}

const filling = (text: string, width: number): string => ' '.repeat(Math.max(0, width - columnsOf(text)))
/** As `padEnd` and `padStart` of strings, by columns. */
export const padRight = (text: string, width: number): string => text + filling(text, width)
export const padLeft = (text: string, width: number): string => filling(text, width) + text

export const indent = (text: string, by = '  '): string => text.replace(/^(?=.)/gm, by)

/** One line of at most so many columns. */
export function clip(text: string, width: number): string {
  if (columnsOf(text) <= width) return text
  let [kept, columns] = ['', 1]
  for (const { segment } of graphemesOf(text.slice(0, 10 * Math.max(1, width)))) {
    columns += columnsOf(segment)
    if (columns > width) break
    kept += segment
  }
  return `${kept}…`
}

/** Lines of at most so many columns, broken between words; a longer word has a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && columnsOf(line) + 1 + columnsOf(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** In columns, however many texts there are. */
export const widest = (texts: readonly string[]): number =>
  texts.reduce((width, text) => Math.max(width, columnsOf(text)), 0)

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
        return columns[c]!.align === 'right' ? padLeft(cell, widths[i]!) : padRight(cell, widths[i]!)
      })
      .join('  ')
      .trimEnd(),
  )
}

/**
 * A table whose last column is below the others where a line would be longer than `width`, each part on a line of its own
 * that is not broken: it may have to be copied.
 */
export function tableWithin(
  width: number,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  below = '    ',
): string[] {
  const whole = table(columns, rows)
  if (widest(whole) <= width) return whole
  const [title, ...lines] = table(
    columns.slice(0, -1),
    rows.map((row) => row.slice(0, -1)),
  )
  const beside = columns.at(-1)!.title
  return [
    beside === '' ? title! : `${title}, below: ${beside}`,
    ...lines.flatMap((line, i) => [line, ...(rows[i]!.at(-1) === '' ? [] : [below + rows[i]!.at(-1)!])]),
  ]
}

/** What is meant to be copied is never broken. */
const COPIED = / --schedule |^\s*\S+$/

/** With lines that are too long broken between words, and gone on with deeper than they began; a terminal would break words. */
export const fitted = (text: string, width: number): string =>
  text
    .split('\n')
    .flatMap((line) => {
      if (columnsOf(line) <= width || COPIED.test(line)) return [line]
      const deep = ' '.repeat(line.search(/\S/))
      const [first, ...rest] = wrap(line.trimStart(), width - deep.length - 2)
      return [deep + first, ...rest.map((part) => `${deep}  ${part}`)]
    })
    .join('\n')
