/** Who waits for whom: the cycle of a deadlock, as a list in which each thread waits for the one below it. */
import type { Waiting } from '../results/check-result.ts'

export interface DrawnWait {
  readonly row: Waiting
  /** The line of the cycle beside it; empty for a thread that is on none. */
  readonly mark: string
}

/** The threads of a cycle first, in its order, then the others. Without a cycle, as given. */
export function drawnWaits(waiting: readonly Waiting[]): DrawnWait[] {
  const cycle = cycleIn(waiting)
  const rest = waiting.filter((row) => !cycle.includes(row))
  return [...cycle.map((row, i) => ({ row, mark: markOf(i, cycle.length) })), ...rest.map((row) => ({ row, mark: '' }))]
}

/** The last one waits for the first. */
function markOf(i: number, length: number): string {
  if (length === 1) return '⟲'
  return i === 0 ? '┌→' : i === length - 1 ? '└─' : '│'
}

function cycleIn(waiting: readonly Waiting[]): Waiting[] {
  const byThread = new Map(waiting.map((row) => [row.thread, row]))
  const seen = new Set<Waiting>()
  const path: Waiting[] = []
  const visit = (row: Waiting): Waiting[] | null => {
    const at = path.indexOf(row)
    if (at >= 0) return path.slice(at)
    if (seen.has(row)) return null
    seen.add(row)
    path.push(row)
    for (const thread of row.heldBy) {
      const next = byThread.get(thread)
      const cycle = next === undefined ? null : visit(next)
      if (cycle !== null) return cycle
    }
    path.pop()
    return null
  }
  for (const row of waiting) {
    const cycle = visit(row)
    if (cycle !== null) return cycle
  }
  return []
}
