/** A benchmark prints what it measured and says which of its claims hold. */
export interface Bench {
  readonly name: string
  /** The claims that did not hold; empty when all did. */
  readonly run: () => string[] | Promise<string[]>
}

/** Rows of text as a table, numbers to the right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)))
  const line = (row: readonly string[]): string =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')
  return [header, ...rows].map(line).join('\n')
}

export const number = (value: number): string => value.toLocaleString('en-US')

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Runs benchmarks, reports their claims, and makes the process fail if one does not hold. */
export async function main(benches: readonly Bench[]): Promise<void> {
  const broken: string[] = []
  for (const { name, run } of benches) {
    console.log(`\n# ${name}\n`)
    broken.push(...(await run()).map((claim) => `${name}: ${claim}`))
  }
  console.log(
    broken.length === 0
      ? '\nAll claims hold.'
      : `\nClaims that do not hold:\n${broken.map((claim) => `- ${claim}`).join('\n')}`,
  )
  if (broken.length > 0) process.exitCode = 1
}
