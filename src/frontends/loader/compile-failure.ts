/**
 * Code that V8 refuses to compile: its stack begins with the line that failed, as it was prepared for Node, which is
 * not what anybody has written.
 */
import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { pathOf } from '../../base/own-code.ts'
import { stripTypes } from '../strip-types.ts'
import { isCode } from './module-format.ts'
import { formatOf, type LoaderMode, preparedSource } from './cached-source.ts'
import { toCommonJs } from './to-commonjs.ts'

export interface CompileFailure {
  readonly message: string
  /** `file:line:col`, as far as it can be told. */
  readonly at: string
}

/** Null where nothing can be told of it. `files`: all that have been loaded. */
export function compileFailure(error: SyntaxError, mode: LoaderMode, files: Iterable<string>): CompileFailure | null {
  const shown = lineShown(error)
  if (shown === null) return withoutPlace(error, files)
  const at = placeIn(shown, mode)
  return { message: error.message, at: at ?? `${shown.file}:${shown.line}:1` }
}

interface Shown {
  readonly file: string
  readonly line: number
  /** From 0. */
  readonly column: number
  readonly code: string
}

function lineShown(error: Error): Shown | null {
  const shown = /^(\/.+|file:.+|[A-Za-z]:.+):(\d+)\n(.*)\n([ \t]*)\^?/.exec(error.stack ?? '')
  if (shown === null) return null
  const [, name, line, code, indent] = shown as unknown as [string, string, string, string, string]
  return { file: pathOf(name), line: Number(line), column: indent.length, code }
}

/** Lines that are shown as they stand in the file have been mapped already. */
function placeIn({ file, line, column, code }: Shown, mode: LoaderMode): string | null {
  try {
    const source = sourceOf(file)
    if (source.split('\n')[line - 1] === code) return `${file}:${line}:${column + 1}`
    const prepared = preparedSource(source, file, formatOf(file, source) ?? 'commonjs', mode)
    const map = /\n\/\/# sourceMappingURL=data:[^,]*,(.*)\n$/.exec(prepared)?.[1]
    return map === undefined ? null : mapped(file, Buffer.from(map, 'base64').toString(), line, column)
  } catch {
    return null
  }
}

function mapped(file: string, map: string, line: number, column: number): string | null {
  const found = originalPositionFor(new TraceMap(map), { line, column })
  return found.line === null ? null : `${file}:${found.line}:${found.column + 1}`
}

const sourceOf = (file: string): string => readFileSync(file, 'utf8').replace(/^\uFEFF/, '')

/** Of ES modules, Node tells the place to nobody; so what V8 says of them as scripts is looked at. */
function withoutPlace(error: Error, files: Iterable<string>): CompileFailure | null {
  for (const file of files) {
    const at = isCode(file) ? refusedIn(file, error.message) : null
    if (at !== null) return { message: error.message, at }
  }
  return null
}

function refusedIn(file: string, message: string): string | null {
  try {
    const { code, map } = toCommonJs(stripTypes(sourceOf(file), file, 'module'), file)
    try {
      new Script(code, { filename: file })
      return null
    } catch (error) {
      const shown = error instanceof Error && error.message === message ? lineShown(error) : null
      return shown === null ? null : mapped(file, map, shown.line, shown.column)
    }
  } catch {
    return null
  }
}
