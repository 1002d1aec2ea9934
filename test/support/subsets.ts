import { optimisationNames, type OptimisationName } from '../../src/search/optimisations.ts'
import { allOptimisations, type Bounds } from './subject.ts'

/** Every set of optimisations that is sound under the bounds. */
export function soundSubsets(bounds: Bounds, sealing?: boolean): OptimisationName[][] {
  const sound = allOptimisations(bounds, sealing)
  return optimisationNames
    .filter((name) => sound[name])
    .reduce<OptimisationName[][]>((subsets, name) => subsets.flatMap((subset) => [subset, [...subset, name]]), [[]])
}
