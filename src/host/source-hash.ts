import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { programAddress } from '../base/program-address.ts'
import { siteAt, siteCount } from '../program/sites.ts'
import { hashText } from '../base/hash-text.ts'

/**
 * 32 bits of the program's file and of every loaded file with switch points, by relative path and content: schedules
 * carry it, so that a replay can note that the source has changed.
 */
export function sourceHash(entry: string): number {
  const root = resolve(programAddress(entry).file)
  const files = new Set([root])
  for (let i = 1; i <= siteCount(); i++) files.add(siteAt(i)?.file ?? root)
  const texts = [...files].map((file) => [relative(dirname(root), file), contentOf(file)].join('\0'))
  return hashText(texts.sort().join('\0'))
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // code that never was a file cannot change either
  }
}
