/** Failures to read a source file that must cross from the hooks' thread: those keep only an error's own properties. */
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

/** Both from 1, as stacks print them. */
function lineAndColumn(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}
