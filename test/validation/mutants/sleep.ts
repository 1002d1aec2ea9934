import type { Operation } from '../../../src/program/operations/operation.ts'
import type { BacktrackSets } from '../../../src/search/strategies/backtrack-sets.ts'
import { Bpor } from '../../../src/search/strategies/bpor.ts'
import { setting } from '../compare.ts'
import { ObservedExplorer } from '../observed-explorer.ts'
import { type Mutant, withReduction } from './mutant.ts'

/** Adds a thread although it sleeps, so that it is never explored (errata 17). */
class IgnoresSleep extends Bpor {
  protected override addBacktrackPoint(i: number, u: number): void {
    if (this.stack.isEnabled(i, u)) this.backtrackSets.add(i, u)
    else this.addAll(i)
  }
}

/** Puts every explored transition to sleep, whatever the bound excluded below it (errata 18). */
class SleepsRegardless extends ObservedExplorer {
  protected override sleepAfter(depth: number, op: Operation): void {
    const { complete, over } = this.stack
    if (this.mayAdd(depth, op.thread)) {
      for (let t = 0; t < this.threads; t++)
        if (this.sets.visited.has(depth, t) && !over.has(depth, t)) complete.add(depth, t)
    } else complete.clear(depth)
    super.sleepAfter(depth, op)
  }

  protected get sets(): BacktrackSets {
    return this.reduction as BacktrackSets
  }

  protected mayAdd(_depth: number, _thread: number): boolean {
    return true
  }
}

/**
 * The rule of D 6.5: at conservative backtrack points nothing is added to the sleep set, elsewhere everything (errata
 * 18).
 */
class SleepsUnlessConservative extends SleepsRegardless {
  protected override mayAdd(depth: number, thread: number): boolean {
    return this.sets.backtrackSets.has(depth, thread)
  }
}

/** Lets everything sleep within a bound that is not stable, or that goes with one that is not (errata 31). */
class SleepsWithinAnyBound extends ObservedExplorer {
  protected override stands(state: number): boolean {
    return this.stack.cut[state] === 0
  }
}

/** Alg. 18 as printed: once the pending set is being explored, the backtrack set is not looked at again (errata 19). */
class TwoLoops extends ObservedExplorer {
  private readonly second: boolean[] = []

  protected override pick(depth: number, again: boolean): number {
    const { visited, backtrackSets, pending } = this.reduction as BacktrackSets
    if (visited.isEmpty(depth)) this.second[depth] = false
    const rest: number[] = []
    for (let t = 0; t < this.threads; t++)
      if (backtrackSets.has(depth, t) && this.stack.isEnabled(depth, t) && !visited.has(depth, t)) rest.push(t)
    if (!this.second[depth]! && rest.length > 0) return super.pick(depth, again)
    this.second[depth] = true
    for (const t of rest) if (!pending.has(depth, t)) visited.add(depth, t)
    return super.pick(depth, again)
  }
}

const unstable = [0, 1].flatMap((limit) =>
  [3, 4, 6].map((depth) => setting('dpor', { preemption: limit, 'local-depth': depth }, { sleep: true })),
)

const preemption = [0, 1, 2].map((limit) => setting('dpor', { preemption: limit }, { sleep: true }))

export const sleepMutants: readonly Mutant[] = [
  {
    name: 'sleep sets, backtrack points for sleeping threads',
    budget: 80,
    source: 'errata 17',
    subject: withReduction(IgnoresSleep),
    example: '[w x] || [r y; r x] || [r z; r x]',
    setting: setting('dpor', {}, { sleep: true }),
    profile: 'memory',
    settings: [setting('dpor', {}, { sleep: true })],
  },
  {
    name: 'sleep sets with a bound, regardless',
    budget: 20,
    source: 'errata 18',
    subject: { type: SleepsRegardless },
    example: '[w x; r y] || [r y] || [w y]',
    setting: setting('dpor', { preemption: 0 }, { sleep: true }),
    profile: 'memory',
    settings: preemption,
  },
  {
    name: 'sleep sets with a bound, the rule of D 6.5',
    budget: 40,
    source: 'errata 18',
    subject: { type: SleepsUnlessConservative },
    example: '[w x; r y] || [r y] || [w y]',
    setting: setting('dpor', { preemption: 0 }, { sleep: true }),
    profile: 'memory',
    settings: preemption,
  },
  {
    name: 'sleep sets, with a stable bound beside another',
    budget: 40,
    source: 'errata 31',
    subject: { type: SleepsWithinAnyBound },
    example: '[w x; r y] || [r y] || [w y]',
    setting: setting('dpor', { preemption: 0, 'local-depth': 4 }, { sleep: true }),
    profile: 'memory',
    settings: unstable,
  },
  {
    name: 'the two loops of Alg. 18 as printed',
    budget: 500,
    source: 'errata 19',
    subject: { type: TwoLoops },
    example: '[w x; r y] || [r y] || [w y]',
    setting: setting('dpor', { preemption: 0 }, { bound: true }),
    profile: 'memory',
    settings: [0, 1, 2].map((limit) => setting('dpor', { preemption: limit }, { bound: true })),
  },
]
