import type { Bound, SearchView } from '../../../src/bounds/bound.ts'
import { EventFlag } from '../../../src/trace/event-log.ts'
import { setting } from '../compare.ts'
import { altered, type Mutant, withBound } from './mutant.ts'

const nothing = (): void => {
  /* that is the mutation */
}

/** A switch away from a thread that has just yielded costs as much as any. */
function yieldsCost(bound: Bound, view: SearchView): Bound {
  const costs: number[] = []
  const cost = (): number => costs.at(-1) ?? 0
  const price = (i: number, u: number): number =>
    i > 0 && view.log.thread[i - 1] !== u && view.isEnabledAt(i, view.log.thread[i - 1]!) ? 1 : 0
  return altered(bound, {
    cost,
    costOf: (u) => cost() + price(view.depth, u),
    push: (depth) => {
      costs.push(cost() + price(depth, view.log.thread[depth]!))
    },
    pop: () => {
      costs.pop()
    },
  })
}

/** What a pending operation would cost is asked as if it had no second cell. */
function firstCellCosts(bound: Bound, view: SearchView): Bound {
  return altered(bound, {
    costOf: (u) => {
      const op = view.next(u)
      const { cell2 } = op.accesses
      op.accesses.cell2 = -1
      try {
        return bound.costOf(u)
      } finally {
        op.accesses.cell2 = cell2
      }
    },
  })
}

/** A thread leads those that cannot run, too. */
function leadsTheDisabled(bound: Bound, view: SearchView): Bound {
  const costs: number[] = []
  const cost = (): number => costs.at(-1) ?? 0
  const yields = (i: number, u: number): number => {
    let count = 0
    for (let e = 0; e < i; e++) if (view.log.thread[e] === u && view.log.has(e, EventFlag.yields)) count++
    return count
  }
  const lead = (i: number, u: number): number =>
    yields(i, u) - Math.min(...Array.from({ length: view.happensBefore.threads }, (_, t) => yields(i, t)), yields(i, u))
  return altered(bound, {
    cost,
    costOf: (u) => Math.max(cost(), lead(view.depth, u)),
    push: (depth) => {
      costs.push(Math.max(cost(), lead(depth, view.log.thread[depth]!)))
    },
    pop: () => {
      costs.pop()
    },
    isOverAt: (i, u) => lead(i, u) > bound.limit,
  })
}

const limited = (name: string, limits: readonly number[]) => limits.map((limit) => setting('dpor', { [name]: limit }))

export const boundEachMutants: readonly Mutant[] = [
  {
    name: 'depth, nothing is added beyond DPOR',
    budget: 40,
    source: 'Alg. 9',
    subject: withBound('depth', (bound) => altered(bound, { initialize: nothing })),
    example: '[w x; w x; w x] || [w y]',
    setting: setting('dpor', { depth: 3 }),
    profile: 'memory',
    settings: limited('depth', [2, 4, 6]),
  },
  {
    name: 'context, only one thread at the beginning of a block',
    budget: 60,
    source: 'Alg. 10, l. 5',
    subject: withBound('context', (bound) => altered(bound, { initialize: nothing })),
    example: '[w x; r y] || [w y]',
    setting: setting('dpor', { context: 1 }),
    profile: 'memory',
    settings: limited('context', [0, 1, 2, 3]),
  },
  {
    name: 'preemption, yields are not free',
    budget: 40,
    source: 'errata 10',
    subject: withBound('preemption', yieldsCost),
    example: '[yield; r x] || [w x]',
    setting: setting('dpor', { preemption: 1 }),
    profile: 'yields',
    settings: limited('preemption', [0, 1, 2]),
  },
  {
    name: 'delta, nothing is added at backtrack points',
    budget: 40,
    source: 'Alg. 12, l. 5',
    subject: withBound('delta', (bound) => altered(bound, { backtrack: nothing })),
    example: '[w y] || [r x] || [r y]',
    setting: setting('dpor', { delta: 1 }),
    profile: 'memory',
    settings: limited('delta', [0, 1, 2, 3]),
  },
  {
    name: 'fair, a lead over threads that cannot run',
    budget: 100,
    source: 'Def. 2.6',
    subject: withBound('fair', leadsTheDisabled),
    example: '[r x] || [yield; r x]',
    setting: setting('dpor', { fair: 0 }),
    profile: 'yields',
    settings: limited('fair', [0, 1]),
  },
  {
    name: 'local depth, without second cells',
    budget: 60,
    source: 'local-depth.ts',
    subject: withBound('local-depth', firstCellCosts),
    example: '[spawn t0; join] where t0 [w x; w x]',
    setting: setting('dpor', { 'local-depth': 3 }),
    profile: 'joins',
    settings: limited('local-depth', [2, 3, 4, 6]),
  },
  {
    name: 'local context, without second cells',
    budget: 60,
    source: 'local-context.ts',
    subject: withBound('local-context', firstCellCosts),
    example: '[spawn t0; join; r x] where t0 [w x]',
    setting: setting('dpor', { 'local-context': 1 }),
    profile: 'joins',
    settings: limited('local-context', [0, 1, 2]),
  },
]
