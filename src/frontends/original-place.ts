import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { SOURCE_ERROR, type SourceError } from './source-error.ts'

/** The same failure, found in a file that was made of `file`; `map`: from there to what people have written. */
export function originalPlace(error: SourceError, file: string, map: string): SourceError {
  const [, line, column] = /:(\d+):(\d+)$/.exec(error.at)!
  const found = originalPositionFor(new TraceMap(map), { line: Number(line), column: Number(column) - 1 })
  if (found.line === null) return error
  const at = `${file}:${found.line}:${found.column + 1}`
  return Object.assign(new Error(error.message), { code: SOURCE_ERROR, at } as const)
}
