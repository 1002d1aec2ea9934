import { programError, usageError } from '../../base/errors.ts'
import {
  type Bounds,
  type CheckOptions,
  DEFAULT_FAIR_LIMIT,
  DEFAULT_MAX_DEPTH,
  planOf,
  reductionFor,
} from '../../checking/check-options.ts'
import type { ReductionName } from '../../search/strategies/index.ts'
import type { VerifyOptions } from './verify-options.ts'

/** How a program is searched when it is verified. */
export interface VerifiedSearch {
  readonly reduction: ReductionName
  readonly bounds: Bounds
  readonly maxDepth: number
}

/** `fairness`: threads yield, and it is for the verifier to say how to search. */
export function verifiedSearch(options: VerifyOptions, sealing: boolean, fairness: boolean): VerifiedSearch {
  const { reduction, maxDepth = DEFAULT_MAX_DEPTH } = options
  const bounds = options.bounds ?? (fairness ? { fair: DEFAULT_FAIR_LIMIT } : {})
  const bounded = Object.keys(bounds).length > 0
  if (reduction === 'stateful')
    throw usageError("a set has every trace, so verification cannot leave out those that reduction 'stateful' merges")
  const plan = planOf({ reduction: reduction ?? (bounded ? 'dpor' : 'optimal'), bounds, maxDepth } as CheckOptions)
  return { reduction: reductionFor(plan.reduction, sealing), bounds: plan.bounds, maxDepth }
}

export const vain = (program: string): Error =>
  programError(`the threads of program '${program}' perform no shared operation, so there is nothing to verify`)
