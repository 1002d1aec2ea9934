import type { Pass } from './pass.ts'

/**
 * How many steps are left to the pass, as far as its executions can tell; null where they cannot. Without what is
 * executed again only because another pass was at work.
 */
export function likelyLeft({ explorer }: Pass): number | null {
  const { executions, transitions, replayed } = explorer.counters
  const estimate = explorer.estimate()
  if (estimate === null || executions === 0) return null
  const likely = Math.sqrt(estimate.low * estimate.high)
  return ((likely - executions) * (transitions - replayed)) / executions
}
