/** " (did you mean …?)" when one of the names is close to what was typed, otherwise nothing. */
export function orNearest(typed: string, names: readonly string[]): string {
  const name = nearest(typed, names)
  return name === null ? '' : ` (did you mean ${name}?)`
}

export function nearest(typed: string, names: readonly string[]): string | null {
  let best: string | null = null
  let least = Math.min(3, Math.ceil(typed.length / 2)) // further away is not a slip of the finger
  for (const name of names) {
    const d = distance(typed.toLowerCase(), name.toLowerCase())
    if (d < least) [best, least] = [name, d]
  }
  return best
}

/** How many insertions, deletions, replacements and swaps of neighbours turn one text into the other. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row[j] = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
