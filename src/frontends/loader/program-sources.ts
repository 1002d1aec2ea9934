import { readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { folderOf } from '../../base/program-address.ts'
import { digestOf, type VerifiedFiles } from './digest.ts'
import { loadedCount, loadedFiles } from './register-loader.ts'

/** A file of a program, as it was loaded. */
export interface SourceFile {
  /** Relative to the folder of the program's own file, with slashes. */
  readonly path: string
  /** Of its bytes. */
  readonly digest: string
  /** It was loaded by code that ran in a thread, not along with the program. */
  readonly late?: true
}

/** What a program consists of: any change of a file that it loads makes it another program. */
export interface ProgramSources {
  /** All that have been loaded in this realm. More may come: code can load files when it runs. */
  files(): readonly SourceFile[]
  /** How many there are, as far as code that runs has loaded them by itself; cheap. */
  count(): number
  /** Which file is not as it was in a program with these files, and how; null when all are. */
  changedSince(files: readonly SourceFile[]): string | null
}

/** Of the program that has been loaded in this realm. */
export function programSources(entry: string): ProgramSources {
  const root = folderOf(entry)
  return {
    files: () =>
      [...loadedFiles()]
        .map(([file, digest]) => ({ path: relative(root, file).split(sep).join('/'), digest }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    count: loadedCount,
    changedSince: (files) =>
      changedFile(root, verifiedFiles(entry, files), loadedFiles()) ?? changedOnDisk(root, files, loadedFiles()),
  }
}

/** The files of a program as the loader knows them. */
export function verifiedFiles(entry: string, files: readonly SourceFile[]): VerifiedFiles {
  const root = folderOf(entry)
  return new Map(files.map(({ path, digest }) => [resolve(root, path), digest]))
}

/** Among those that were loaded: the first that is not as it was verified. */
function changedFile(root: string, known: VerifiedFiles, loaded: ReadonlyMap<string, string>): string | null {
  for (const [file, digest] of loaded) {
    const was = known.get(file)
    if (was !== digest)
      return `${relative(root, file).split(sep).join('/')} ${was === undefined ? 'is loaded now, and was not then' : 'has changed since'}`
  }
  return null
}

/** Files that a program loads only when it runs count as well. */
function changedOnDisk(
  root: string,
  verified: readonly SourceFile[],
  loaded: ReadonlyMap<string, string>,
): string | null {
  for (const { path, digest } of verified) {
    const file = resolve(root, path)
    if (loaded.has(file)) continue
    const bytes = contentOf(file)
    if (bytes === null) return `${path} is not there any more`
    if (digestOf(bytes) !== digest) return `${path} has changed since`
  }
  return null
}

function contentOf(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
