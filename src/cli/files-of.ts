/** Patterns such as `**\/*.heddle.ts`, for shells that do not know `**` and for scripts in package.json. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../base/errors.ts'

/** The files that are meant; a name without a pattern is taken as it is. */
export function filesOf(pattern: string): string[] {
  if (!/[*?]/.test(pattern) || existsSync(pattern)) return [pattern]
  const parts = pattern.split('/')
  const first = parts.findIndex((part) => /[*?]/.test(part))
  const root = parts.slice(0, first).join('/')
  const below = new RegExp(`^${parts.slice(first).map(expression).join('/').replaceAll('.*/', '(?:.*/)?')}$`)
  const folder = first === 0 ? '.' : root === '' ? '/' : root
  const found = filesIn(folder).filter((file) => below.test(file))
  if (found.length === 0) throw usageError(`no file matches ${pattern}`)
  return found.sort().map((file) => (first === 0 ? file : `${root}/${file}`))
}

function expression(part: string): string {
  if (part === '**') return '.*'
  return part
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
}

/** Below a folder, with slashes. What npm installs and git keeps is never meant. */
function filesIn(folder: string, prefix = ''): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  return entries.flatMap((entry) => {
    if (!entry.isDirectory()) return [`${prefix}${entry.name}`]
    if (entry.name === 'node_modules' || entry.name === '.git') return []
    return filesIn(join(folder, entry.name), `${prefix}${entry.name}/`)
  })
}
