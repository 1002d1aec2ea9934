import { type Bounds, mergesWithin, type Plan } from './check-options.ts'
import type { Lane } from './lane.ts'
import type { Pass } from './pass.ts'

/** The first of those for which the figure is least. */
export function least(lanes: readonly Lane[], figure: (lane: Lane) => number): Lane | null {
  let best: Lane | null = null
  for (const lane of lanes) if (best === null || figure(lane) < figure(best)) best = lane
  return best
}

/** Whether an execution of the pass has reached the depth limit. */
export const wasCut = ({ explorer: { counters } }: Pass): boolean => counters.cut > 0

/**
 * Equal states are merged where every access is a transition that depends on what it conflicts with. Within a fair bound
 * only who asks for it has that: executions that need one have few states that can be told.
 */
export function mergesExactly({ commute, mayMerge }: Plan, bounds: Bounds, pass: Pass): boolean {
  const { syncOnly, sealing, explorer } = pass
  const isExact = !syncOnly && !commute.failedCas && !commute.unusedResults && !sealing
  return mayMerge && bounds.fair === undefined && mergesWithin(bounds) && isExact && explorer.counters.sealed === 0
}

/** Nothing is known of schedules of which none comes to an end. */
export const saysSomething = ({ explorer: { counters } }: Pass): boolean => counters.executions + counters.cut > 0

export const sum = <T extends { readonly executions: number; readonly transitions: number }>(
  a: T,
  b: T,
): { readonly executions: number; readonly transitions: number } => ({
  executions: a.executions + b.executions,
  transitions: a.transitions + b.transitions,
})
