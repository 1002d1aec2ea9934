import { defaultCapacities } from '../base/capacities.ts'
import type { TreeEstimate } from './estimate.ts'

/** How many executions a search may have in all: between these, in about nine of ten cases where the truth is known. */
export interface Estimate {
  readonly low: number
  readonly high: number
}

/**
 * The range for complete executions, of which there have been so many; null before `fewestRuns`, when there is nothing
 * to go by. How wide it is was measured, not derived: docs/decisions/estimate.md. It is narrow where the estimate is
 * steady; otherwise it is the wider, the less has been explored. The optimal reduction finds most of what it has to
 * explore later on, others are often done sooner.
 */
export function rangeOf(
  estimate: Pick<TreeEstimate, 'runs' | 'total' | 'isSteady'>,
  executions: number,
  optimal: boolean,
  fewestRuns = defaultCapacities.runsBeforeEstimate,
): Estimate | null {
  const { runs, isSteady } = estimate
  if (runs < fewestRuns || executions === 0) return null
  const explored = Math.min(1, runs / estimate.total())
  const likely = executions / explored
  const low = likely * (isSteady ? 0.65 : optimal ? 0.2 + 0.4 * explored : 0.75 * explored ** 0.7)
  const high = likely * (isSteady ? 4 : optimal ? 3 * explored ** -0.45 : 2.5 * explored ** -0.2)
  return {
    low: Math.max(executions + 1, rounded(low, Math.floor)),
    high: Math.max(executions + 1, rounded(high, Math.ceil)),
  }
}

/** Two digits: more would pretend to know. */
function rounded(n: number, round: (n: number) => number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(n)) - 1)
  return round(n / unit) * unit
}
