/** What is done to every file of a program with symbolic inputs before it is made suspendable. */
import remapping from '@jridgewell/remapping'
import { parseSync } from 'oxc-parser'
import type { Program } from '../plain/analysis/ast.ts'
import { isStrictBody } from '../plain/analysis/function-parts.ts'
import { Scopes } from '../plain/analysis/scopes.ts'
import { render } from '../plain/emit/rope.ts'
import { Emitter } from './emit.ts'
import { Taint } from './taint.ts'

export interface SymbolicSource {
  readonly code: string
  /** From `code` to what the user wrote, as JSON. */
  readonly map: string | undefined
}

/** `map`: from `source` to what the user wrote, when it was changed before. */
export function symbolicSource(
  source: string,
  file: string,
  format: 'module' | 'commonjs',
  map: string | undefined,
): SymbolicSource {
  const parsed = parseSync(file, source, { lang: 'js', sourceType: format, preserveParens: false })
  if (parsed.errors.some(({ severity }) => severity === 'Error')) return { code: source, map } // whoever is next says so
  const program = parsed.program as unknown as Program
  const scopes = new Scopes(program, format === 'module' || isStrictBody(program.body))
  // Code that is evaluated in place, or `with`, sees variables as they are: then all of them are plain.
  if (scopes.dynamic || [...scopes.names].some((name) => name.startsWith('heddle$'))) return { code: source, map }
  const isSloppy = format !== 'module' && !isStrictBody(program.body)
  const emitter = new Emitter(new Taint(program, scopes), source, isSloppy)
  const { code, mappings } = render(emitter.program(program), source)
  const own = { version: 3 as const, sources: [file], sourcesContent: [source], names: [], mappings }
  return { code, map: JSON.stringify(remapping(map === undefined ? own : [own, map], () => null)) }
}
