import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { digestOf } from '../../frontends/loader/digest.ts'

interface Source {
  readonly path: string
  readonly digest: string
}

/** Which files are not what they were, in words. */
export function changedSources(folder: string, sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, digest }) => {
    try {
      return digestOf(readFileSync(resolve(folder, path))) === digest ? [] : [`${path} has changed`]
    } catch (error) {
      return [`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`]
    }
  })
}
