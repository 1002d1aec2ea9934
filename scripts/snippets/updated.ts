/** What a document is to show of what was printed: as much as it did before. */
import { comparable } from './snippets.ts'

/** Null where it cannot be told which lines are meant. */
export function updated(expected: string, actual: string): string | null {
  const lines = actual.replace(/\n+$/, '').split('\n')
  if (!/^…$/m.test(expected)) return `${lines.join('\n')}\n`
  const parts = expected.replace(/\n$/, '').split(/^…$/m)
  const shown: string[] = []
  let from = 0
  for (const [i, part] of parts.entries()) {
    const own = part.split('\n').filter((line) => line.trim() !== '')
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || last === undefined) {
      shown.push('')
      continue
    }
    const start = i === 0 ? 0 : indexOf(lines, first, from)
    const end = i === parts.length - 1 ? lines.length - 1 : indexOf(lines, last, start)
    if (start < 0 || end < 0) return null
    shown.push(lines.slice(start, end + 1).join('\n'))
    from = end + 1
  }
  return `${shown.map((part, i) => `${i > 0 && part !== '' ? '\n' : ''}${part}${i < shown.length - 1 && part !== '' ? '\n' : ''}`).join('…')}\n`
}

const indexOf = (lines: readonly string[], wanted: string, from: number): number =>
  lines.findIndex((line, i) => i >= from && comparable(line) === comparable(wanted))
