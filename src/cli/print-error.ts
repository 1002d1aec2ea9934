import { HeddleError } from '../base/errors.ts'
import { withoutForeignFrames } from '../base/own-code.ts'
import { relativeAt, relativeStack } from '../host/relative-at.ts'
import { visible } from '../report/escape.ts'
import { SourceLines } from '../report/source-lines.ts'
import { indent } from '../report/text.ts'
import { jsonLine } from '../results/json.ts'
import type { Console } from './console.ts'

const REPORT_TO =
  'This is a bug in Heddle, not in your program. Please report it, with the program and the lines above.'

/** What a person reads on stderr: whose fault it is, where, and what to do. Our own stack only when it is our fault. */
export function errorText(error: unknown): string {
  if (!(error instanceof HeddleError))
    return internal(error instanceof Error ? (error.stack ?? error.message) : String(error))
  if (error.kind === 'internal') return internal(error.stack ?? error.message)
  const at = error.at === undefined ? null : relativeAt(error.at)
  const lines = [
    visible(`heddle: ${at === null ? '' : `${at}: `}${relativeStack(withoutForeignFrames(error.message))}`),
    ...new SourceLines().excerpt(at).map((line) => indent(line)),
  ]
  return `${lines.join('\n')}\n`
}

/** The same under `--json`. */
export function errorAsJson(error: unknown): { kind: string; message: string; at: string | null } {
  if (!(error instanceof HeddleError))
    return { kind: 'internal', message: error instanceof Error ? error.message : String(error), at: null }
  const at = error.at === undefined ? null : relativeAt(error.at)
  return { kind: error.kind, message: relativeStack(withoutForeignFrames(error.message)), at }
}

/** Ctrl-C, with nothing to show for it: on stderr, and under `--json` as an error on stdout. */
export function printInterrupted(message: string, isJson: boolean, { out, err }: Console): void {
  err.write(`heddle: ${visible(message)}\n`)
  if (isJson) out.write(jsonLine({ schema: 1, outcome: 'error', error: { kind: 'interrupted', message, at: null } }))
}

function internal(details: string): string {
  const marked = details.includes('[heddle internal bug]') ? details : `[heddle internal bug] ${details}`
  return `heddle: ${marked}\n${REPORT_TO}\n`
}
