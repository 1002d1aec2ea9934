import type { CheckOptions } from '../../../src/checking/checker.ts'
import type { Random } from '../../support/random.ts'

export const cyclicSearches = (random: Random): CheckOptions[] => [
  { reduction: 'stateful' },
  { reduction: 'stateful', bounds: { preemption: 50 } },
  {},
  { reduction: 'stateful', bounds: { preemption: random.below(4) } },
]
