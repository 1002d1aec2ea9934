/** Which file a specifier means in which other file, as the loaders have resolved them: so, who imports whom. */
import { pathOf } from '../../base/own-code.ts'

/** What a file refers to. */
export interface Resolution {
  readonly specifier: string
  /** Absolute path. */
  readonly file: string
  /** As an ES module imports it; null where `require` has found the file. */
  readonly url: string | null
}

const resolutions = new Map<string, Map<string, Resolution>>()

/** `parent` and `target` by path or URL. */
export function noteResolution(parent: string, specifier: string, target: string): void {
  const url = target.startsWith('file:') ? target : null
  const known = resolutions.get(pathOf(parent)) ?? new Map<string, Resolution>()
  const key = keyOf(specifier, url !== null)
  if (!known.has(key)) known.set(key, { specifier, file: pathOf(target).replace(/[?#].*$/s, ''), url })
  resolutions.set(pathOf(parent), known)
}

/** A file may import and require the same specifier, and find two files. */
const keyOf = (specifier: string, isImport: boolean): string => `${isImport ? 'import' : 'require'} ${specifier}`

export const resolutionOf = (parent: string, specifier: string, isImport: boolean): Resolution | undefined =>
  resolutions.get(parent)?.get(keyOf(specifier, isImport))

export const resolutionsOf = (parent: string): Iterable<Resolution> => resolutions.get(parent)?.values() ?? []

/** These files, and all that lead to one of them. */
export function withImporters(files: Iterable<string>): Set<string> {
  const found = new Set(files)
  for (const file of found) {
    for (const [parent, targets] of resolutions)
      for (const target of targets.values()) if (target.file === file) found.add(parent)
  }
  return found
}

/** These files, and all that one of them leads to. */
export function withImported(files: Iterable<string>): Set<string> {
  const found = new Set(files)
  for (const file of found) for (const target of resolutionsOf(file)) found.add(target.file)
  return found
}
