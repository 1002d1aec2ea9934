import { readFileSync } from 'node:fs'
import { Misuse } from '../../program/operations/operation-spec.ts'
import { siteAt } from '../../program/sites.ts'
import { type Frame, programFrames, show } from './describe.ts'

export interface ExplainedError {
  readonly kind: 'assertion' | 'exception' | 'misuse'
  readonly message: string
  readonly at: string | null
  /** The program's own frames, mapped to its source, one per line; undefined when there are none. */
  readonly stack: string | undefined
}

interface AssertionLike extends Error {
  readonly generatedMessage?: boolean
  readonly operator?: string
}

/**
 * What a thread, `after` or `outcome` threw, as a report shows it. `callSites` are the suspended callers, innermost
 * first.
 */
export function explainError(error: unknown, callSites: readonly number[]): ExplainedError {
  if (!(error instanceof Error))
    return { kind: 'exception', message: `threw ${show(error)}, which is not an Error`, at: null, stack: undefined }
  const frames = [...programFrames(textOf(() => error.stack)), ...callerFrames(callSites)]
  const at = frames[0]?.at ?? null
  const stack = frames.length === 0 ? undefined : frames.map((frame) => `at ${frame.text}`).join('\n')
  const message = textOf(() => error.message)
  if (error instanceof Misuse) return { kind: 'misuse', message, at, stack }
  if (isAssertion(error)) return { kind: 'assertion', message: assertionMessage(error, message, at), at, stack }
  const name = textOf(() => error.name)
  return { kind: 'exception', message: `${name}: ${message}${frozenHint(error, message)}`, at, stack }
}

/** The program may have made anything of its errors: getters that throw, stacks that are no text. */
function textOf(read: () => unknown): string {
  try {
    const value = read()
    return typeof value === 'string' ? value : show(value)
  } catch {
    return '(cannot be read)'
  }
}

function callerFrames(callSites: readonly number[]): Frame[] {
  const sites = callSites.map(siteAt).filter((site) => site !== null)
  return sites.map(({ file, line, column }) => ({ text: `${file}:${line}:${column}`, at: `${file}:${line}:${column}` }))
}

function isAssertion(error: Error): error is AssertionLike {
  return (
    textOf(() => error.name) === 'AssertionError' ||
    textOf(() => (error as { code?: unknown }).code) === 'ERR_ASSERTION'
  )
}

/**
 * `assert(x)` makes its message by reading the source at the position of the *transformed* code, which is somewhere
 * else. The line of the original source says it better.
 */
function assertionMessage(error: AssertionLike, message: string, at: string | null): string {
  if (error.generatedMessage !== true || error.operator !== '==') return message
  const line = at === null ? null : sourceLine(at)
  return line === null ? 'an asserted value is falsy' : `falsy: ${line}`
}

/** The text of the line at `file:line:col`, or null when it cannot be read. */
function sourceLine(at: string): string | null {
  const match = /^(.*):(\d+):\d+$/.exec(at)
  if (match === null) return null
  try {
    return readFileSync(match[1]!, 'utf8').split('\n')[Number(match[2]) - 1]?.trim() ?? null
  } catch {
    return null
  }
}

function frozenHint(error: Error, message: string): string {
  const writes =
    error instanceof TypeError &&
    /read only property|not extensible|Cannot delete property|Cannot redefine property/.test(message)
  return writes
    ? ' (what `shared` returns is frozen: threads communicate through the memory that `mem` makes, and nothing else)'
    : ''
}
