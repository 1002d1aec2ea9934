import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { loadedFiles } from '../frontends/loader/register-loader.ts'

export interface ProgramIdentity {
  /** Of relative path and bytes of every file that the program loaded. */
  readonly sources: string
  /** The files, relative to the program's own. */
  readonly files: readonly string[]
}

/** Of the program that has been loaded in this realm: any change of a file that it loads makes it another program. */
export function programIdentity(entry: string): ProgramIdentity {
  const root = dirname(resolve(entry))
  const files = loadedFiles().map((file) => relative(root, file).split(sep).join('/'))
  return { sources: sourcesOf(root, files), files }
}

/** Of files relative to a folder, as they are now. */
export function sourcesOf(root: string, files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) {
    const bytes = contentOf(resolve(root, file))
    hash.update(`${file.length}:${file}:${bytes.length}:`).update(bytes)
  }
  return hash.digest('hex')
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    return Buffer.alloc(0) // what is gone by now has no bytes to compare
  }
}
