/** The places in the source where plain code can switch. Front ends register them; reports look them up. */
export interface Site {
  /** Absolute path. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Index 0 means unknown. */
const sites: (Site | null)[] = [null]
interface Skipped {
  readonly site: Site
  readonly construct: string
  /** Whether a thread has got there, as far as that is noted. */
  isReached: boolean
}

const skipped: Skipped[] = []

let spare = 0

/** Adds the sites of one file and returns the number of the first. `isSpare`: the file has another form for threads. */
export function registerSites(
  file: string,
  positions: readonly (readonly [line: number, column: number])[],
  isSpare = false,
): number {
  const first = sites.length
  if (isSpare) spare += positions.length
  for (const [line, column] of positions) sites.push({ file, line, column })
  return first
}

/** A construct that could not be instrumented (and is refused when it is reached). */
export function registerSkipped(site: Site, construct: string, isReached = true): Skipped {
  const one = { site, construct, isReached }
  skipped.push(one)
  return one
}

export function siteAt(index: number): Site | null {
  return sites[index] ?? null
}

/** `file:line:col`, if it is known. */
export function locationOf(index: number): string | undefined {
  const found = siteAt(index)
  return found === null ? undefined : `${found.file}:${found.line}:${found.column}`
}

export const siteCount = (): number => sites.length - 1
/** In code that threads run. */
export const instrumentedCount = (): number => siteCount() - spare
/** Those that threads have got to. */
export const skippedSites = (): readonly Skipped[] => skipped.filter(({ isReached }) => isReached)
