import type { HeldRow } from '../results/check-result.ts'
import { counted, moreLine } from './text.ts'

const MOST_ROWS = 10

/** Locks that nobody gives back: no failure of their own, but whoever needs one waits for ever. */
export function heldSummary(held: readonly HeldRow[], omitted: number): string[] {
  if (held.length === 0) return []
  const lines = held.slice(0, MOST_ROWS).map(({ message }) => `  ${message}`)
  const more = moreLine(held.length, MOST_ROWS, omitted, 'lock').map((line) => `  ${line}`)
  return [`${counted(held.length + omitted, 'lock')} never released:`, ...lines, ...more]
}
