/** `compilerOptions.paths` and `baseUrl`: what a specifier means that Node does not know. */
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { typeScriptFile } from './resolve-typescript.ts'

interface Mapping {
  /** What targets are relative to. */
  readonly base: string
  readonly paths: Readonly<Record<string, readonly string[]>>
}

interface Config {
  readonly extends?: string | readonly string[]
  readonly compilerOptions?: { readonly baseUrl?: string; readonly paths?: Record<string, string[]> }
}

/** The file that an import in `parent` means by the nearest tsconfig.json. */
export function mappedFile(specifier: string, parent: string): string | undefined {
  const mapping = mappingFor(path.dirname(parent))
  if (mapping === null) return undefined
  for (const [pattern, targets] of byLength(mapping.paths)) {
    const star = matched(pattern, specifier)
    if (star === null) continue
    for (const target of targets) {
      const found = existing(path.resolve(mapping.base, target.replace('*', star)))
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** The longest prefix before a `*` comes first, as TypeScript does it. */
const byLength = (paths: Mapping['paths']): [string, readonly string[]][] =>
  Object.entries(paths).sort(([a], [b]) => b.split('*')[0]!.length - a.split('*')[0]!.length)

/** What the `*` stands for, empty for a pattern without one; null if the pattern is another. */
function matched(pattern: string, specifier: string): string | null {
  const [before, after] = pattern.split('*') as [string, string | undefined]
  if (after === undefined) return pattern === specifier ? '' : null
  const fits =
    specifier.length >= before.length + after.length && specifier.startsWith(before) && specifier.endsWith(after)
  return fits ? specifier.slice(before.length, specifier.length - after.length) : null
}

const existing = (file: string): string | undefined =>
  statSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : typeScriptFile(file)

const known = new Map<string, Mapping | null>()

function mappingFor(folder: string): Mapping | null {
  let mapping = known.get(folder)
  if (mapping === undefined) {
    const file = path.join(folder, 'tsconfig.json')
    const parent = path.dirname(folder)
    mapping =
      statSync(file, { throwIfNoEntry: false })?.isFile() === true
        ? mappingIn(file)
        : parent === folder
          ? null
          : mappingFor(parent)
    known.set(folder, mapping)
  }
  return mapping
}

/** What a configuration does not say itself, those that it extends may. */
function mappingIn(file: string, depth = 0): Mapping | null {
  const config = readConfig(file)
  const { baseUrl, paths } = config?.compilerOptions ?? {}
  const folder = path.dirname(file)
  if (paths !== undefined || baseUrl !== undefined) {
    const all: Mapping['paths'] = baseUrl === undefined ? {} : { '*': ['*'] }
    return { base: path.resolve(folder, baseUrl ?? '.'), paths: { ...all, ...paths } }
  }
  const extended = [config?.extends ?? []].flat()
  for (const name of depth < 10 ? extended.toReversed() : []) {
    const mapping = mappingIn(extendedFile(name, file), depth + 1)
    if (mapping !== null) return mapping
  }
  return null
}

function extendedFile(name: string, from: string): string {
  const file = name.endsWith('.json') ? name : `${name}.json`
  if (/^\.{0,2}\//.test(name)) return path.resolve(path.dirname(from), file)
  try {
    return createRequire(from).resolve(name)
  } catch {
    return path.resolve(path.dirname(from), 'node_modules', file)
  }
}

/** JSON with comments and commas before closing brackets. */
function readConfig(file: string): Config | null {
  try {
    const text = readFileSync(file, 'utf8').replace(
      /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*(?:(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)\s*)*[}\]])/g,
      (_, string: string | undefined) => string ?? '',
    )
    return JSON.parse(text) as Config
  } catch {
    return null
  }
}
