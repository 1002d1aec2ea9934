/** Plain code made suspendable: what the loader does to every file of a program that is explored. */
import remapping from '@jridgewell/remapping'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { parseSync } from 'oxc-parser'
import { sourceError } from '../source-error.ts'
import { children, type Loop, type Node, type Program } from './analysis/ast.ts'
import { demands, yieldsAt } from './demands.ts'
import type { Surroundings } from './emit/expressions/evaluations.ts'
import { attachments } from './emit/functions/functions.ts'
import { emitList } from './emit/statements/statements.ts'
import { FileContext } from './emit/file-context.ts'
import { FunctionContext, join } from './emit/function-context.ts'
import { isDirective, isStrictBody } from './analysis/function-parts.ts'
import { type Code, lineOf, lineStartsOf, render } from './emit/rope.ts'
import { RUNTIME } from './runtime-key.ts'
import { Scopes } from './analysis/scopes.ts'
import { topLevel } from './analysis/top-level.ts'

export interface TransformOptions {
  readonly format: 'module' | 'commonjs'
  /** From `source` to what the user wrote, as JSON, when types were stripped before. */
  readonly map?: string | undefined
  /** For real workers under gates: functions stay as they are, but for a callback at each shared access. */
  readonly direct?: boolean
  /** Of a function that can be called again and again: what a function of CommonJS is given, in their order. */
  readonly parameters?: readonly string[]
  /** Made while the program runs: what it declares is not a module's. */
  readonly evaluated?: boolean
  /** Of code that is evaluated in place. */
  readonly surroundings?: Surroundings
}

export interface Transformed {
  readonly code: string
  /** From `code` to what the user wrote, as JSON. */
  readonly map: string
}

export function transformSource(source: string, file: string, options: TransformOptions): Transformed {
  const program = parse(source, file, options.format)
  const scopes = new Scopes(program, options.format === 'module' || isStrictBody(program.body))
  const context = new FileContext(source, file, program, scopes, options.format === 'module', options.direct === true)
  if (scopes.yieldName !== null)
    throw context.fail(
      scopes.yieldName,
      '`yield` is used as a name, which code that can be suspended cannot do: rename it',
    )
  context.isOfThread = options.parameters !== undefined
  context.moduleNames = options.surroundings?.moduleNames ?? null
  if (demands.yield.size > 0 && options.direct !== true) noteYields(program, context, locator(context, options.map))
  const { code, mappings } = render(emitProgram(program, context, options), source)
  const own = { version: 3 as const, sources: [file], sourcesContent: [source], names: [], mappings }
  const map = remapping(options.map === undefined ? own : [own, options.map], () => null)
  return { code, map: JSON.stringify(map) }
}

/** Loops that were named from outside (`--yield`). */
function noteYields(node: Node, file: FileContext, locate: (offset: number) => [number, number]): void {
  const isLoop = /^(?:Do)?While|^For/.test(node.type)
  if (isLoop && yieldsAt(file.file, locate(node.start)[0])) file.yieldingBodies.add((node as Loop).body)
  for (const child of children(node)) noteYields(child, file, locate)
}

function parse(source: string, file: string, format: TransformOptions['format']): Program {
  const { program, errors } = parseSync(file, source, { lang: 'js', sourceType: format, preserveParens: false })
  const error = errors.find(({ severity }) => severity === 'Error')
  if (error !== undefined) throw sourceError(error.message, file, source, error.labels[0]?.start ?? 0)
  return program as unknown as Program
}

function emitProgram(program: Program, file: FileContext, options: TransformOptions): Code {
  const { source } = file
  const directives = program.body.filter(isDirective)
  const isStrict = file.isModule || isStrictBody(program.body)
  const top = new FunctionContext(file, null, file.isDirect ? 'direct' : 'plain', false, 'program', isStrict)
  top.lent = options.surroundings?.lent ?? null
  const hashbang = source.startsWith('#!') ? source.indexOf('\n') + 1 || source.length : 0
  const start = directives.at(-1)?.end ?? hashbang
  const body = program.body.filter((node) => !directives.includes(node))
  const attached = attachments(body, top)
  const statements = emitList(body, start, source.length, top)
  const [before, after] = options.parameters === undefined ? ['', ''] : functionAround(program, options.parameters)
  const own = preamble(file, options, program)
  const written = directives.map((node): Code => [node, ';'])
  return [
    { start: 0, end: hashbang },
    before === '' ? [written, own] : [own, before, written],
    top.header(),
    attached,
    statements,
    after,
  ]
}

/** An ES module does not see the names of CommonJS, which are around it. */
function functionAround(program: Program, parameters: readonly string[]): [string, string] {
  const known = new Set([...parameters, ...topLevel(program, 'module').map(({ name }) => name)])
  const hidden = ['exports', 'require', 'module', '__filename', '__dirname'].filter((name) => !known.has(name))
  const declared = hidden.length === 0 ? '' : `var ${hidden.join(',')};`
  return [`module.exports=function(${parameters.join(',')}){`, `\n${declared}}`]
}

/** One line that fetches the runtime and registers the file's sites. */
function preamble(file: FileContext, options: TransformOptions, program: Program): Code {
  const { prefix } = file
  const locate = locator(file, options.map)
  const sites = file.sites.map(({ offset, name }) => [...locate(offset), ...(name === null ? [] : [name])])
  const skipped = file.skipped.map(({ offset, construct, isNoted }) => [...locate(offset), construct, isNoted])
  const names = [...file.helpers].map((name) => `${name}:${prefix}${name}`)
  const declared =
    options.evaluated === true || options.parameters !== undefined ? [] : topLevel(program, options.format)
  const bindings = declared.map(({ name, offset, isCode }) => [...locate(offset), name, isCode])
  const table = JSON.stringify({
    file: file.file,
    key: file.key,
    sites,
    skipped,
    bindings,
    accessors: [...file.accessors],
    kept: file.kept.map(locate),
    ...(file.isOfThread ? { isFunction: true } : {}),
  })
  const readers = declared.map(({ name }) => `()=>${name}`)
  const runtime = `(()=>{})[${JSON.stringify(RUNTIME)}]`
  return [
    `const ${prefix}0=${runtime}.register(${table},[${readers.join(',')}],()=>${JSON.stringify(file.source)})`,
    names.length === 0 ? '' : [`,{`, join(names, ','), `}=${runtime}`],
    ';',
  ]
}

/** Line and column, both from 1, in what the user wrote. */
function locator(file: FileContext, map: string | undefined): (offset: number) => [number, number] {
  const starts = lineStartsOf(file.source)
  const trace = map === undefined ? null : new TraceMap(map)
  return (offset) => {
    const line = lineOf(starts, offset)
    const column = offset - starts[line]!
    const found = trace === null ? null : originalPositionFor(trace, { line: line + 1, column })
    return found === null || found.line === null ? [line + 1, column + 1] : [found.line, found.column + 1]
  }
}
