import type { Bug } from '../../results/check-result.ts'

/** The same failure at the same place is one bug, whatever schedule leads to it. */
const bugKey = ({ kind, thread, at, message }: Bug): string =>
  JSON.stringify([kind, thread, at, at === null || thread === null ? message : ''])

/** Those that are not in the set since before it was resumed: what is found again after a crash is the same bug. */
export function newBugs(found: readonly Bug[], known: readonly Bug[]): Bug[] {
  const keys = new Set(known.map(bugKey))
  return found.filter((bug) => !keys.has(bugKey(bug)))
}
