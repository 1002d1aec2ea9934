import type { Bound, SearchView } from '../../../src/bounds/bound.ts'
import { EventFlag } from '../../../src/trace/event-log.ts'
import { altered } from './mutant.ts'

/**
 * Fb with the sign of the dissertation's Def. 2.11: it charges the starved thread and leaves the spinner free (errata
 * 1).
 */
export function reversedFair(bound: Bound, view: SearchView): Bound {
  const costs: number[] = []
  const cost = (): number => costs.at(-1) ?? 0
  const lag = (i: number, u: number): number => {
    let worst = 0
    for (let t = 0; t < 64; t++)
      if (view.isEnabledAt(i, t)) worst = Math.max(worst, yieldsBefore(view, i, t) - yieldsBefore(view, i, u))
    return worst
  }
  return altered(bound, {
    cost,
    costOf: (u) => Math.max(cost(), lag(view.depth, u)),
    push: (depth) => {
      costs.push(Math.max(cost(), lag(depth, view.log.thread[depth]!)))
    },
    pop: () => {
      costs.pop()
    },
    isOverAt: (i, u) => lag(i, u) > bound.limit,
  })
}

function yieldsBefore({ log }: SearchView, i: number, thread: number): number {
  let count = 0
  for (let e = 0; e < i; e++) if (log.thread[e] === thread && log.has(e, EventFlag.yields)) count++
  return count
}
