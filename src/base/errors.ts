/**
 * Whose fault an error is. A message must let its reader tell these apart:
 * - `usage`: the command line or the API was called wrongly;
 * - `program`: the checked program cannot be checked as it is written (not: it has a concurrency bug);
 * - `nondeterminism`: the program behaved differently under the same schedule;
 * - `internal`: Heddle broke one of its own invariants.
 */
export type ErrorKind = 'usage' | 'program' | 'nondeterminism' | 'internal'

export class HeddleError extends Error {
  readonly kind: ErrorKind
  /** `file:line:col` of the offending source, where known. */
  readonly at: string | undefined
  /** What the transform could make suspendable so that this would not happen (`frontends/plain/demands.ts`). */
  demands?: readonly string[] | undefined
  /** Of a file that holds several programs, of which none was named: their names. */
  programs?: readonly string[] | undefined

  constructor(kind: ErrorKind, message: string, at?: string) {
    super(message)
    this.name = 'HeddleError'
    this.kind = kind
    this.at = at
  }
}

export const usageError = (message: string): HeddleError => new HeddleError('usage', message)
export const programError = (message: string, at?: string): HeddleError => new HeddleError('program', message, at)
export const nondeterminism = (message: string, at?: string): HeddleError =>
  new HeddleError('nondeterminism', message, at)
export const internalError = (message: string): HeddleError =>
  new HeddleError('internal', `[heddle internal bug] ${message}`)
