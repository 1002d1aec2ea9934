/**
 * Files whose code is trusted as atomic: each call into one of them, from code outside, counts as one sealed region.
 */
import { siteAt } from '../sites.ts'

let patterns: RegExp[] = []
let matched: boolean[] = []
/** By site: 0 not looked at yet, 1 outside, 2 inside. */
let known: number[] = []

/** `*` stands for anything but a slash, `**` for anything. A pattern matches a path or the end of one, at a slash. */
export function sealFiles(globs: readonly string[]): void {
  patterns = globs.map(
    (glob) =>
      new RegExp(
        `(^|/)${glob
          .split(/(\*\*|\*)/)
          .map(part)
          .join('')}$`,
      ),
  )
  matched = globs.map(() => false)
  known = []
}

/** The number of the first pattern for which no code has run, or -1. */
export const firstUnmatched = (): number => matched.indexOf(false)

function part(text: string): string {
  if (text === '**') return '.*'
  if (text === '*') return '[^/]*'
  return text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')
}

export const sealsFiles = (): boolean => patterns.length > 0

/** Whether the site is in a sealed file; undefined when it is not known where it is. */
export function isSealedSite(site: number): boolean | undefined {
  if (site === 0) return undefined
  return (known[site] ??= isSealed(site) ? 2 : 1) === 2
}

function isSealed(site: number): boolean {
  const file = siteAt(site)?.file
  let sealed = false
  for (const [i, pattern] of patterns.entries()) {
    if (file === undefined || !pattern.test(file)) continue
    matched[i] = true
    sealed = true
  }
  return sealed
}
