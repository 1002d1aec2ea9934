/** The lines that a page can show beside an execution. */
import { parsePlace, type SourceLines } from '../source-lines.ts'
import type { SourcePart } from './page-data.ts'

/** A file of so many lines is shown whole. */
const WHOLE = 2000
/** Of a longer one, so many lines around each place. */
const AROUND = 25

export function sourcesOf(places: Iterable<string | null>, sources: SourceLines): Record<string, SourcePart[]> {
  const lines = new Map<string, Set<number>>()
  for (const at of new Set(places)) {
    const place = at === null ? null : parsePlace(at)
    if (place === null) continue
    const known = lines.get(place.file)
    if (known === undefined) lines.set(place.file, new Set([place.line]))
    else known.add(place.line)
  }
  const parts = [...lines].map(([file, wanted]) => [file, partsOf(sources.linesOf(file), wanted)] as const)
  return Object.fromEntries(parts.filter(([, of]) => of.length > 0))
}

function partsOf(all: readonly string[], wanted: ReadonlySet<number>): SourcePart[] {
  if (all.length <= WHOLE) return all.length === 0 ? [] : [{ from: 1, lines: all }]
  const parts: { from: number; to: number }[] = []
  for (const line of [...wanted].sort((a, b) => a - b)) {
    const from = Math.max(1, line - AROUND)
    const to = Math.min(all.length, line + AROUND)
    const last = parts.at(-1)
    if (last !== undefined && from <= last.to + 1) last.to = to
    else if (line <= all.length) parts.push({ from, to })
  }
  return parts.map(({ from, to }) => ({ from, lines: all.slice(from - 1, to) }))
}
