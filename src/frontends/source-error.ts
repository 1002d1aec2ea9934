/** Failures to read a source file that must cross from the hooks' thread: those keep only an error's own properties. */
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'

export const SOURCE_ERROR = 'HEDDLE_SOURCE_ERROR'

export interface SourceError extends Error {
  readonly code: typeof SOURCE_ERROR
  /** `file:line:col`. */
  readonly at: string
}

export function sourceError(message: string, file: string, source: string, offset: number): SourceError {
  const { line, column } = lineAndColumn(source, offset)
  return Object.assign(new Error(message), { code: SOURCE_ERROR, at: `${file}:${line}:${column}` } as const)
}

export function isSourceError(error: unknown): error is SourceError {
  return error instanceof Error && (error as Partial<SourceError>).code === SOURCE_ERROR
}

/** The same failure, found in a file that was made of `file`; `map`: from there to what people have written. */
export function originalPlace(error: SourceError, file: string, map: string): SourceError {
  const [, line, column] = /:(\d+):(\d+)$/.exec(error.at)!
  const found = originalPositionFor(new TraceMap(map), { line: Number(line), column: Number(column) - 1 })
  if (found.line === null) return error
  const at = `${file}:${found.line}:${found.column + 1}`
  return Object.assign(new Error(error.message), { code: SOURCE_ERROR, at } as const)
}

/** Both from 1, as stacks print them. */
export function lineAndColumn(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}
