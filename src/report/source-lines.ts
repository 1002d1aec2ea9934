import { readFileSync } from 'node:fs'
import { visible } from './escape.ts'

export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Parts of `file:line:col`. */
export function parsePlace(at: string): Place | null {
  const match = /^(.+):(\d+):(\d+)$/s.exec(at)
  return match === null ? null : { file: match[1]!, line: Number(match[2]), column: Number(match[3]) }
}

/** Source lines by place, reading every file once. Places are relative to the working directory. */
export class SourceLines {
  private readonly files = new Map<string, readonly string[]>()

  /** The line at `file:line:col`, or null when there is none to show. */
  lineAt(at: string | null): string | null {
    const place = at === null ? null : parsePlace(at)
    return place === null ? null : (this.linesOf(place.file)[place.line - 1] ?? null)
  }

  /**
   * The line with its number, and a caret below the column; of a line that is wider, what is around the column. Empty
   * when the source cannot be shown.
   */
  excerpt(at: string | null, width = Infinity): string[] {
    const whole = this.lineAt(at)
    if (whole === null) return []
    const place = parsePlace(at!)!
    const number = String(place.line)
    const { line, column } = around(whole, place.column, width - number.length - 3)
    const before = line.slice(0, column - 1).replace(/[^\t]/g, ' ') // keep tabs, so that the caret is below its column
    return [`${number} | ${line}`, `${' '.repeat(number.length)} | ${before}^`]
  }

  /** All of a file; none when it cannot be read. */
  linesOf(file: string): readonly string[] {
    let lines = this.files.get(file)
    if (lines === undefined) this.files.set(file, (lines = read(file)))
    return lines
  }
}

function read(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .map(visible)
  } catch {
    return [] // the source of a report may be gone or never have been a file
  }
}

/** At most so many characters of a line, with the column among them, and where it is then. */
function around(line: string, column: number, width: number): { readonly line: string; readonly column: number } {
  if (line.length <= width) return { line, column }
  const from = Math.max(0, Math.min(column - 1 - Math.floor(width / 2), line.length - width))
  const part = line.slice(from, from + width)
  const left = from === 0 ? part : `…${part.slice(1)}`
  return { line: from + width < line.length ? `${left.slice(0, -1)}…` : left, column: column - from }
}
