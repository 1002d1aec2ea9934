import { registerModuleBindings } from '../../../program/module-state.ts'
import { registerAccessors } from '../../../program/program-frame.ts'
import { running } from '../../../program/context/execution-context.ts'
import { isOfThreads } from '../demands.ts'
import { registerKept } from './kept-state.ts'
import { registerSource } from './texts.ts'
import { registerSites, registerSkipped } from '../../../program/sites.ts'

/** What a transformed file says about itself. Lines and columns are those of the source, from 1. */
export interface FileTable {
  readonly file: string
  /** By which marks in the text of functions name the source. */
  readonly key: string
  /** Per site, with how the callee is written when it is a call. */
  readonly sites: readonly (readonly [line: number, column: number, name?: string])[]
  /** What cannot be suspended; `isNoted`: it says when it is entered. */
  readonly skipped: readonly (readonly [line: number, column: number, construct: string, isNoted: boolean])[]
  /** What the file declares at its top, in the order of the functions that read it. */
  readonly bindings: readonly (readonly [line: number, column: number, name: string, isCode: boolean])[]
  /** Getters and setters that could be made suspendable, as `get NAME`. */
  readonly accessors: readonly string[]
  /** Where variables are declared that functions keep. */
  readonly kept: readonly (readonly [line: number, column: number])[]
  /** It is the function by which each thread evaluates the module for itself. */
  readonly isFunction?: boolean
}

/** The name of code that is made while the program runs. */
export const EVALUATED = 'evaluated code'

/** Threads evaluate the same code again in every execution: its sites stay the same, as those of files do. */
const evaluatedBefore = new Map<string, number>()
const names = new Map<number, string>()

/** Returns the number of the file's first site. */
export function register(table: FileTable, readers: readonly (() => unknown)[], source: () => string): number {
  registerSource(table.key, source)
  if (table.file !== EVALUATED) return registerFile(table, readers)
  const key = JSON.stringify(table)
  const first = evaluatedBefore.get(key) ?? registerFile(table, readers)
  evaluatedBefore.set(key, first)
  return first
}

function registerFile(
  { file, sites, skipped, bindings, accessors, kept, isFunction = false }: FileTable,
  readers: readonly (() => unknown)[],
): number {
  const isSpare = isOfThreads(file) && !isFunction // threads do not get here
  const first = registerSites(
    file,
    sites.map(([line, column]) => [line, column]),
    isSpare,
  )
  for (const [i, [, , name]] of sites.entries()) if (name !== undefined) names.set(first + i, name)
  if (isSpare) return first
  registerAccessors(file, accessors)
  skips.set(
    first,
    skipped.map(([line, column, construct, isNoted]) => registerSkipped({ file, line, column }, construct, !isNoted)),
  )
  registerKept(first, file, kept)
  registerModuleBindings(
    bindings.map(([line, column, name, isCode], i) => ({
      name,
      isCode,
      site: { file, line, column },
      read: readers[i]!,
    })),
  )
  return first
}

/** By the number of a file's first site. */
const skips = new Map<number, readonly { isReached: boolean }[]>()

/** A function is entered that cannot be suspended: of interest only if a thread does it. */
export function entered(first: number, number: number): void {
  const one = running.explored ? skips.get(first)?.[number] : undefined
  if (one !== undefined) one.isReached = true
}

export const siteName = (site: number): string | undefined => names.get(site)
