import type { Bound, SearchView } from '../../../src/bounds/bound.ts'
import { EventFlag } from '../../../src/trace/event-log.ts'
import { setting } from '../compare.ts'
import { ObservedExplorer } from '../observed-explorer.ts'
import { altered, type Mutant, withBound } from './mutant.ts'
import { printedLocalContext, printedLocalDepth } from './printed-clocks.ts'
import { reversedFair } from './reversed-fair.ts'

/** Where the same-thread block that contains event i starts. */
function blockStart({ log }: SearchView, i: number, yieldsEndBlocks: boolean): number {
  let j = i
  while (j > 0 && log.thread[j - 1] === log.thread[i] && !(yieldsEndBlocks && log.has(j - 1, EventFlag.yields))) j--
  return j
}

const secondPoint =
  (view: SearchView, yieldsEndBlocks: boolean, wanted: (j: number) => boolean) =>
  (i: number, u: number): void => {
    const j = blockStart(view, i, yieldsEndBlocks)
    if (j < i && wanted(j)) view.addConservative(j, u)
  }

function unfairAsEnabled(bound: Bound, view: SearchView): Bound {
  return altered(bound, {
    backtrack: (i, u) => {
      if (view.log.has(i, EventFlag.changesEnabledness) || view.isReleaseAt(i, u) || !view.isEnabledAt(i, u))
        view.addConservativeAll(i)
    },
  })
}

/** Sealing is not made like the other bounds, so it is changed once it is there. */
class NoPointBeforeSealedRuns extends ObservedExplorer {
  constructor(...args: ConstructorParameters<typeof ObservedExplorer>) {
    super(...args)
    const { list } = this.bounds as unknown as { list: readonly Bound[] }
    for (const bound of list)
      if (bound.name === 'sealed')
        bound.backtrack = () => {
          /* that is the mutation */
        }
  }
}

const preemption = (limit: number) => setting('dpor', { preemption: limit })
const fair = (limit: number) => setting('dpor', { fair: limit })

export const boundMutants: readonly Mutant[] = [
  {
    name: 'no second backtrack point',
    budget: 20,
    source: 'errata 4',
    subject: withBound('preemption', (bound) =>
      altered(bound, {
        backtrack: () => {
          /* that is the mutation */
        },
      }),
    ),
    example: '[w x; r y] || [w y]',
    setting: preemption(0),
    profile: 'memory',
    settings: [0, 1, 2].map(preemption),
  },
  {
    name: 'the first transition is no block start',
    budget: 20,
    source: 'errata 4',
    subject: withBound('preemption', (bound, view) =>
      altered(bound, { backtrack: secondPoint(view, true, (j) => j > 0) }),
    ),
    example: '[w x; r y] || [w y]',
    setting: preemption(0),
    profile: 'memory',
    settings: [0, 1, 2].map(preemption),
  },
  {
    name: 'a yield does not end a block',
    budget: 80,
    source: 'errata 12',
    subject: withBound('preemption', (bound, view) =>
      altered(bound, { backtrack: secondPoint(view, false, () => true) }),
    ),
    example: '[w x; w y] || [r x; yield; w y; w y]',
    setting: preemption(0),
    profile: 'yields',
    settings: [0, 1].map(preemption),
  },
  {
    name: 'fairness is not asked where a block starts',
    budget: 3000,
    source: 'random programs',
    subject: withBound('preemption', (bound, view) =>
      altered(bound, { backtrack: secondPoint(view, true, () => true) }),
    ),
    example: '[w y; yield; r y; r x] || [yield; spin y 1 1; w x] || [yield]',
    setting: setting('dpor', { fair: 1, preemption: 0 }),
    profile: 'fairness',
    settings: [0, 1].flatMap((lead) => [0, 1].map((limit) => setting('dpor', { fair: lead, preemption: limit }))),
  },
  {
    name: 'no backtrack point where sealed code starts',
    budget: 80,
    source: 'errata 13',
    subject: { type: NoPointBeforeSealedRuns },
    example: '[w x; seal {r x; r y}] || [w y] || [seal {r y; r x}]',
    setting: preemption(2),
    profile: 'sealed',
    settings: [setting('dpor'), ...[0, 1, 2].map(preemption)],
  },
  {
    name: "fair with the dissertation's sign",
    budget: 20,
    source: 'errata 1',
    subject: withBound('fair', reversedFair),
    example: '[yield; r x] || [w x]',
    setting: fair(0),
    profile: 'yields',
    settings: [0, 1].map(fair),
  },
  {
    name: 'fair, a thread over the bound counts as enabled',
    budget: 1500,
    source: 'errata 11',
    subject: withBound('fair', unfairAsEnabled),
    example: '[w y; yield; r x] || [spin y 1 2; w x] || [r x]',
    setting: fair(1),
    profile: 'yields',
    settings: [
      setting('dpor', { fair: 1 }),
      setting('dpor', { fair: 0 }),
      setting('dpor', { fair: 1, preemption: 1 }),
      setting('dpor', { fair: 0, preemption: 1 }),
    ],
  },
  {
    name: 'local depth as printed',
    budget: 60,
    source: 'errata 15',
    subject: withBound('local-depth', printedLocalDepth),
    example: '[w y] || [r x] || [w x; r y]',
    setting: setting('dpor', { 'local-depth': 3 }),
    profile: 'memory',
    settings: [2, 3, 4].map((limit) => setting('dpor', { 'local-depth': limit })),
  },
  {
    name: 'local context as printed',
    budget: 30,
    source: 'errata 16',
    subject: withBound('local-context', printedLocalContext),
    example: '[w x; r y] || [w x; w y]',
    setting: setting('dpor', { 'local-context': 1 }),
    profile: 'memory',
    settings: [1, 2, 3].map((limit) => setting('dpor', { 'local-context': limit })),
  },
]
