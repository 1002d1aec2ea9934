import type { Priority, PriorityView } from './priority.ts'

/**
 * BF(Dpor): transitions that are in their state's DPOR backtrack set first (errata 25), which lead to other traces. It
 * tells where nothing is reduced, and within a bound from points that only the bound asks for.
 */
export const dependent = (view: PriorityView): Priority => ({
  of: (i, thread) => (view.isDependent(i, thread) ? 1 : 0),
})
