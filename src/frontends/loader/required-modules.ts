/**
 * ES modules that CommonJS requires. Node 20 loads what they import without asking the hooks; so that those modules are
 * transformed as well, they are required first, which puts them where the import then finds them.
 */
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'oxc-parser'
import { programError } from '../../base/errors.ts'
import { isRelative } from './resolve-typescript.ts'

const hooksAreAsked = Number(process.versions.node.split('.')[0]) >= 22

/** The code with its imports resolved to what has been loaded for them. */
export function preloadImports(
  code: string,
  file: string,
  provided: Readonly<Record<string, string>>,
  require: NodeJS.Require,
): string {
  if (hooksAreAsked) return code
  let result = code
  for (const { value, start, end } of importsOf(code).toReversed()) {
    if (isBuiltin(value) && !Object.hasOwn(provided, value)) continue
    const url = provided[value] ?? preload(value, file, require)
    result = result.slice(0, start) + JSON.stringify(url) + result.slice(end)
  }
  return result
}

function preload(specifier: string, file: string, require: NodeJS.Require): string {
  if (!isRelative(specifier)) {
    throw programError(
      `${path.basename(file)}, an ES module that is loaded by require(), imports the package '${specifier}', which Node ${process.versions.node} loads untransformed: ` +
        'import it from an ES module instead, or use Node 22 or later',
      `${file}:1:1`,
    )
  }
  require(specifier)
  return pathToFileURL(require.resolve(specifier)).href
}

interface Request {
  readonly value: string
  readonly start: number
  readonly end: number
}

function importsOf(code: string): Request[] {
  const { module } = parseSync('module.js', code, { lang: 'js', sourceType: 'module' })
  const requests = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)].map(
    ({ moduleRequest }) => moduleRequest,
  )
  return [
    ...new Map(requests.filter((request) => request != null).map((request) => [request.start, request])).values(),
  ].sort((a, b) => a.start - b.start)
}
