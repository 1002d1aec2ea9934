/** Whether a file is an ES module or CommonJS, by Node's own rules, extended to TypeScript's endings. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

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

/** Null for what is not JavaScript or TypeScript (JSON, wasm, add-ons); undefined where only the file itself tells. */
export function declaredFormat(file: string): ModuleFormat | null | undefined {
  const known = byExtension[path.extname(file)]
  if (known === undefined) return null
  return known === 'package' ? packageType(path.dirname(file)) : known
}

export const isCode = (file: string): boolean => byExtension[path.extname(file)] !== undefined

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
