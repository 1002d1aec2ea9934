/** Where in the program a generator thread made an operation, for recordings of any length. */
import { findSourceMap } from 'node:module'
import { isOwnFile, pathOf } from '../../base/own-code.ts'

/**
 * By position in the code that runs: `file:line:col` in the source. What loops do comes from the same few positions.
 */
const known = new Map<string, string>()

/** The innermost frame of the program in the stack of an error, as `file:line:col` of its source, or null. */
export function placeOfOrigin(origin: Error): string | null {
  for (const frame of framesOf(origin)) {
    const file = frame.getFileName()
    if (file != null && isProgramFile(file))
      return sourcePlace(file, frame.getLineNumber() ?? 1, frame.getColumnNumber() ?? 1)
  }
  return null
}

const programFiles = new Map<string, boolean>()

/** Not Node's own, nor evaluated code, nor ours. */
function isProgramFile(file: string): boolean {
  let is = programFiles.get(file)
  if (is === undefined)
    programFiles.set(file, (is = /^(?:file:|\/|[A-Za-z]:\\)/.test(file) && !isOwnFile(pathOf(file))))
  return is
}

/** Formatting a stack takes longer than an execution of its length: only the frames are asked for. */
function framesOf(origin: Error): readonly NodeJS.CallSite[] {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = (_, frames) => frames
  try {
    const frames: unknown = origin.stack
    return Array.isArray(frames) ? (frames as NodeJS.CallSite[]) : []
  } finally {
    Error.prepareStackTrace = prepareStackTrace
  }
}

function sourcePlace(file: string, line: number, column: number): string {
  const key = `${file}:${line}:${column}`
  let place = known.get(key)
  if (place === undefined) known.set(key, (place = mapped(file, line, column) ?? `${pathOf(file)}:${line}:${column}`))
  return place
}

function mapped(file: string, line: number, column: number): string | null {
  const entry = findSourceMap(file)?.findEntry(line - 1, column - 1)
  if (entry === undefined || !('originalSource' in entry)) return null
  return `${pathOf(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
}
