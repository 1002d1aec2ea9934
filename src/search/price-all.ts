import type { Bound } from '../bounds/bound.ts'
import type { SearchStack } from './search-stack.ts'

/**
 * Tests Bv(S.next(final(S), u)) <= c for all enabled u, and returns the cheapest of them that is awake, the one that
 * ran last if
 * there are several, or -1. Once per state: when the search returns to it, the pending operations are no longer there.
 */
export function priceAll(
  stack: SearchStack,
  bounds: readonly Bound[],
  depth: number,
  threads: number,
  last: number,
): number {
  let best = -1
  let bestCost = Infinity
  for (let t = 0; t < threads; t++) {
    if (!stack.isEnabled(depth, t)) continue
    const cost = price(stack, bounds, depth, t)
    if (stack.isOver(depth, t) || stack.isAsleep(depth, t) || cost > bestCost || (cost === bestCost && t !== last))
      continue
    best = t
    bestCost = cost
  }
  return best
}

/** The sum of its costs; marks the thread where it is over one of the bounds. */
function price(stack: SearchStack, bounds: readonly Bound[], depth: number, thread: number): number {
  let cost = 0
  for (let b = 0; b < bounds.length; b++) {
    const own = bounds[b]!.costOf(thread)
    cost += own
    if (own <= bounds[b]!.limit) continue
    stack.markOver(depth, thread)
    if (bounds[b]!.name === 'fair') stack.markUnfair(depth, thread)
    if (bounds[b]!.name === 'sealed') stack.sealed[depth] = 1
  }
  return cost
}
