/** The events of an execution with a column per thread: narrower than a table, and who does what is seen at once. */
import { parsePlace } from './source-lines.ts'
import type { EventRow } from '../results/check-result.ts'
import { clip, columnsOf, padLeft, padRight, widest, wrap } from './text.ts'

/** In less, operations are broken into too many lines to be read. */
const LEAST_COLUMN = 20

/** Lines of events under their titles. */
export interface LaidOut {
  readonly title: string
  /** One or more lines per event. */
  readonly rows: readonly string[]
  readonly notes: readonly string[]
}

/** One or more lines per event, under the titles; null where the columns do not fit. */
export function threadColumns(events: readonly EventRow[], marks: readonly string[], width: number): LaidOut | null {
  const threads = [...new Set(events.map(({ thread }) => thread))]
  const { places, file } = placesOf(events)
  const numbers = events.map(({ index }) => String(index))
  const fixed = [widest(marks), widest(['#', ...numbers]), widest(places)]
  const room = width - fixed.reduce((sum, one) => sum + one + 2, 0)
  const most = Math.floor(room / threads.length) - 2
  if (most < LEAST_COLUMN) return null
  const texts = events.map(textOf)
  const widths = threads.map((thread) =>
    Math.min(most, widest([thread, ...texts.filter((_, i) => events[i]!.thread === thread)])),
  )
  const line = (mark: string, number: string, cells: readonly string[], place: string): string =>
    [
      padRight(mark, fixed[0]!),
      padLeft(number, fixed[1]!),
      ...cells.map((cell, t) => padRight(cell, widths[t]!)),
      place,
    ]
      .join('  ')
      .trimEnd()
  const rows = events.map((event, i) => {
    const own = threads.indexOf(event.thread)
    const parts = wrap(texts[i]!, widths[own]!).flatMap((part) => piecesOf(part, widths[own]!))
    return parts
      .map((part, n) => {
        const cells = threads.map((_, t) => (t === own ? part : ''))
        return n === 0 ? line(marks[i]!, numbers[i]!, cells, places[i]!) : line('', '', cells, '')
      })
      .join('\n')
  })
  const names = threads.map((thread, t) => clip(thread, widths[t]!))
  const notes = file === null ? [] : [`at: line and column in ${file}`]
  return { title: line('', '#', names, widest(places) === 0 ? '' : 'at'), rows, notes }
}

const textOf = ({ operation, location, place, value }: EventRow): string =>
  [operation.replace(/^Atomics\./, ''), place ?? location, value].filter((part) => part !== null).join(' ')

/** `line:col`, and the file that all are in; with the file's name where there are several. */
function placesOf(events: readonly EventRow[]): { readonly places: string[]; readonly file: string | null } {
  const parsed = events.map(({ at }) => (at === null ? null : parsePlace(at)))
  const files = [...new Set(parsed.flatMap((place) => (place === null ? [] : [place.file])))]
  const places = parsed.map((place) => {
    if (place === null) return ''
    const position = `${place.line}:${place.column}`
    return files.length === 1 ? position : `${place.file.split('/').at(-1)}:${position}`
  })
  return { places, file: files.length === 1 ? files[0]! : null }
}

/** A word that is longer than its column. */
function piecesOf(text: string, width: number): string[] {
  const pieces = ['']
  for (const character of text)
    if (columnsOf(pieces.at(-1)! + character) > width) pieces.push(character)
    else pieces[pieces.length - 1] += character
  return pieces
}
