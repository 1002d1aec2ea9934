/**
 * Output under construction: generated text and pieces of the source, which keep their positions for the source map.
 */

/** An empty piece is a mark: what is generated after it belongs to that position. */
export interface Piece {
  readonly start: number
  readonly end: number
}
export type Code = string | Piece | readonly Code[]

export interface Rendered {
  readonly code: string
  /** Per line of `code`: [column, source index, source line, source column], from 0. */
  readonly mappings: [number, number, number, number][][]
}

export function render(rope: Code, source: string): Rendered {
  const renderer = new Renderer(source)
  renderer.add(rope)
  return renderer
}

class Renderer implements Rendered {
  code = ''
  readonly mappings: [number, number, number, number][][] = [[]]
  private readonly source: string
  private readonly lineStarts: number[]
  /** Where the current line of `code` starts. */
  private lineStart = 0

  constructor(source: string) {
    this.source = source
    this.lineStarts = lineStartsOf(source)
  }

  add(rope: Code): void {
    if (typeof rope === 'string') this.text(rope)
    else if ('start' in rope) this.piece(rope.start, rope.end)
    else for (const part of rope) this.add(part)
  }

  private text(text: string): void {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      this.mappings.push([])
      this.lineStart = this.code.length + at + 1
    }
    this.code += text
  }

  /** One mapping per word, so that the column of any token is exact. */
  private piece(start: number, end: number): void {
    if (start === end) return this.map(start)
    const token = /[\p{ID_Continue}$\u200c\u200d]+|\s+|[^\p{ID_Continue}$\s]/gu
    token.lastIndex = start
    while (token.lastIndex < end) {
      const from = token.lastIndex
      if (token.exec(this.source) === null) break
      const to = Math.min(token.lastIndex, end)
      const text = this.source.slice(from, to)
      if (!/^\s/.test(text)) this.map(from)
      this.text(text)
      if (to === end) break
    }
  }

  private map(offset: number): void {
    const line = lineOf(this.lineStarts, offset)
    this.mappings.at(-1)!.push([this.code.length - this.lineStart, 0, line, offset - this.lineStarts[line]!])
  }
}

export function lineStartsOf(source: string): number[] {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** From 0, by bisection. */
export function lineOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low
}
