/** Whether a file is an ES module or CommonJS, by Node's own rules, extended to TypeScript's endings. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { languageOf } from '../strip-types.ts'

export type ModuleFormat = 'module' | 'commonjs'

const byExtension: Record<string, ModuleFormat | 'package'> = {
  '.mjs': 'module',
  '.mts': 'module',
  '.cjs': 'commonjs',
  '.cts': 'commonjs',
  '.js': 'package',
  '.ts': 'package',
  '.tsx': 'package',
  '': 'package',
}

/** Null for what is not JavaScript or TypeScript (JSON, wasm, add-ons): Node loads that itself. */
export function formatOf(file: string, source: string): ModuleFormat | null {
  const known = byExtension[path.extname(file)]
  if (known === undefined) return null
  if (known !== 'package') return known
  return packageType(path.dirname(file)) ?? detect(file, source)
}

export const isCode = (file: string): boolean => byExtension[path.extname(file)] !== undefined

function detect(file: string, source: string): ModuleFormat {
  const { module } = parseSync(file, source, { lang: languageOf(file), sourceType: 'unambiguous' })
  return module.hasModuleSyntax ? 'module' : 'commonjs'
}

const types = new Map<string, ModuleFormat | undefined>()

/** The `type` of the nearest package.json; undefined when none says it. */
function packageType(folder: string): ModuleFormat | undefined {
  if (types.has(folder)) return types.get(folder)
  const type = typeIn(folder) ?? parentType(folder)
  const result = type === 'none' ? undefined : type
  types.set(folder, result)
  return result
}

function parentType(folder: string): ModuleFormat | undefined {
  const parent = path.dirname(folder)
  return parent === folder || path.basename(folder) === 'node_modules' ? undefined : packageType(parent)
}

function typeIn(folder: string): ModuleFormat | 'none' | undefined {
  try {
    const { type } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { type?: unknown }
    return type === 'module' || type === 'commonjs' ? type : 'none'
  } catch {
    return undefined
  }
}
