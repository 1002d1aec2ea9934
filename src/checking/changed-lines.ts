import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { usageError } from '../base/errors.ts'

/** The lines that have changed since a revision of git, as `FILE:FROM-TO` with absolute paths. */
export function changedLines(revision: string): string[] {
  const root = git(revision, ['rev-parse', '--show-toplevel']).trim()
  const diff = git(revision, ['diff', '--unified=0', '--no-color', '--no-ext-diff', '--no-prefix', revision, '--'])
  const found: string[] = []
  let file = ''
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) file = resolve(root, line.slice(4).replace(/\t$/, ''))
    const [, from, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    // Where lines were only taken away, those around the place have changed.
    if (from !== undefined)
      found.push(`${file}:${from}-${Number(from) + Math.max(Number(count) - 1, count === '0' ? 1 : 0)}`)
  }
  return found
}

function git(revision: string, args: readonly string[]): string {
  if (revision.startsWith('-')) throw usageError(`focusDiff expects a revision of git, got '${revision}'`)
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 })
  } catch (error) {
    const said = String((error as { stderr?: unknown }).stderr ?? (error as Error).message).trim()
    throw usageError(`focusDiff '${revision}': git does not tell what has changed since then: ${said.split('\n')[0]}`)
  }
}
