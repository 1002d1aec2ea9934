import { type Paint, paintFor } from '../report/paint.ts'
import { fitted } from '../report/text.ts'

/** Where a command writes: results to `out`, everything else to `err`. */
export interface Console {
  readonly out: Terminal
  readonly err: Terminal
}

export type Terminal = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }

export const paintOf = (terminal: Terminal): Paint => paintFor(terminal)

/** Where nobody looks at a terminal, lines may be longer than usual. */
export const widthOf = (terminal: Terminal): number =>
  terminal.isTTY === true ? Math.max(60, terminal.columns ?? 80) : 160

/** On a terminal, lines are broken between words; elsewhere a line is what tools look for. */
export const print = (terminal: Terminal, text: string): void => {
  terminal.write(terminal.isTTY === true ? fitted(text, widthOf(terminal)) : text)
}
