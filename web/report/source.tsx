import type { PageProgram } from '../../src/report/html/page-data.ts'

/** What has lines of sources to show. */
export type WithSources = Pick<PageProgram, 'sources'>

const AROUND = 4

interface Parsed {
  readonly file: string
  readonly line: number
  readonly column: number
}

export function parse(at: string): Parsed | null {
  const match = /^(.+):(\d+):(\d+)$/s.exec(at)
  return match === null ? null : { file: match[1]!, line: Number(match[2]), column: Number(match[3]) }
}

export function lineOf(program: WithSources, at: string | null): string | null {
  const place = at === null ? null : parse(at)
  return place === null ? null : (around(program, place, 0)[0]?.text ?? null)
}

/** The lines near a place that the page has. */
function around(
  { sources }: WithSources,
  { file, line }: Parsed,
  distance: number,
): { number: number; text: string }[] {
  const parts = Object.hasOwn(sources, file) ? sources[file]! : []
  const part = parts.find(({ from, lines }) => line >= from && line < from + lines.length)
  if (part === undefined) return []
  const first = Math.max(part.from, line - distance)
  const last = Math.min(part.from + part.lines.length - 1, line + distance)
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    number: first + i,
    text: part.lines[first + i - part.from]!,
  }))
}

/** A place, with its line of the source where one looks for long enough. */
export function Place({ at, program, short = false }: { at: string; program: WithSources; short?: boolean }) {
  const place = parse(at)
  return (
    <code class="place" title={lineOf(program, at)?.trim()}>
      {short && place !== null ? `line ${place.line}:${place.column}` : at}
    </code>
  )
}

/** The source around a place, its line and column marked. */
export function SourceAt({ at, program }: { at: string | null; program: WithSources }) {
  const place = at === null ? null : parse(at)
  if (place === null) return null
  const lines = around(program, place, AROUND)
  return (
    <figure class="source" aria-label={`Source, line ${place.line} is marked`}>
      <figcaption class="muted mono">{at}</figcaption>
      {lines.length > 0 && (
        <pre>
          {lines.map(({ number, text }) => (
            <div
              class={number === place.line ? 'line here' : 'line'}
              aria-current={number === place.line ? 'true' : undefined}
            >
              <span class="number">{number}</span>
              {number === place.line ? <Marked text={text} column={place.column} /> : text}
            </div>
          ))}
        </pre>
      )}
    </figure>
  )
}

/** The word that begins at the column is what happens. */
function Marked({ text, column }: { text: string; column: number }) {
  const from = Math.max(0, column - 1)
  const [word] = /^[\w$.]*[\w$]|^./.exec(text.slice(from)) ?? ['']
  return (
    <>
      {text.slice(0, from)}
      <mark>{word}</mark>
      {text.slice(from + word.length)}
    </>
  )
}
