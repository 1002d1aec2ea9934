/**
 * Files whose code is trusted as atomic: each call into one of them, from code outside, counts as one sealed region.
 */
import { siteAt } from '../sites.ts'

export class SealedFiles {
  private readonly patterns: readonly RegExp[]
  private readonly matched: boolean[]
  /** By site: 0 not looked at yet, 1 outside, 2 inside. */
  private readonly known: number[] = []
  /** Whether there may be some. */
  readonly any: boolean

  /** `*` stands for anything but a slash, `**` for anything. A pattern matches a path or the end of one, at a slash. */
  constructor(globs: readonly string[] = []) {
    this.patterns = globs.map(
      (glob) =>
        new RegExp(
          `(^|/)${glob
            .split(/(\*\*|\*)/)
            .map(part)
            .join('')}$`,
        ),
    )
    this.matched = globs.map(() => false)
    this.any = globs.length > 0
  }

  /** The number of the first pattern for which no code has run, or -1. */
  get firstUnmatched(): number {
    return this.matched.indexOf(false)
  }

  /** Whether the site is in a sealed file; undefined when it is not known where it is. */
  isSealed(site: number): boolean | undefined {
    if (site === 0) return undefined
    return (this.known[site] ??= this.matches(site) ? 2 : 1) === 2
  }

  private matches(site: number): boolean {
    const file = siteAt(site)?.file
    let sealed = false
    for (const [i, pattern] of this.patterns.entries()) {
      if (file === undefined || !pattern.test(file)) continue
      this.matched[i] = true
      sealed = true
    }
    return sealed
  }
}

function part(text: string): string {
  if (text === '**') return '.*'
  if (text === '*') return '[^/]*'
  return text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')
}
