/** How TypeScript users write relative imports: without an ending, with `.js` for a `.ts` file, or naming a folder. */
import { statSync } from 'node:fs'

const twins: Record<string, readonly string[]> = { '.js': ['.ts', '.tsx'], '.mjs': ['.mts'], '.cjs': ['.cts'] }
const endings = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json']

export const isRelative = (specifier: string): boolean => /^(\.{0,2}\/|file:)|^\.\.?$/.test(specifier)

/** The file meant by `wanted`, a path that does not exist as it is written. */
export function typeScriptFile(wanted: string): string | undefined {
  return candidates(wanted).find(isFile)
}

function candidates(wanted: string): string[] {
  const ending = /\.[mc]?js$/.exec(wanted)?.[0]
  const renamed = ending === undefined ? [] : twins[ending]!.map((ts) => wanted.slice(0, -ending.length) + ts)
  const folder = wanted.replace(/\/$/, '')
  return [...renamed, ...endings.map((e) => wanted + e), ...endings.map((e) => `${folder}/index${e}`)]
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}
