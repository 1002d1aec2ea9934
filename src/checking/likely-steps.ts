import type { Pass } from './pass.ts'

/** A search that has merged fewer than one in so many states is no better off for it. */
const FEW_MERGE = 256
/** One that has merged more than one in so many is likely to merge more and more of them. */
const MANY_MERGE = 16

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

/** The same, roughly, also where most executions are abandoned: to compare searches that take turns. */
export function stepsLeft({ explorer, steps }: Pass): number | null {
  const left = explorer.timesLeft()
  return left === null ? null : left * steps
}

/** Whether the pass explores equal states once, and has hardly met any. */
export function mergesFew({ reduction, explorer }: Pass): boolean {
  const { merged, states } = explorer.counters
  return reduction === 'stateful' && FEW_MERGE * merged < states
}

/** Whether it does that, and meets many: what a search that runs each trace has left is then likely to grow faster. */
export function mergesMany({ reduction, explorer }: Pass): boolean {
  const { merged, states } = explorer.counters
  return reduction === 'stateful' && MANY_MERGE * merged > states
}
