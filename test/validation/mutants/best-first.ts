import { BestFirst } from '../../../src/search/best-first/best-first.ts'
import type { PriorityName } from '../../../src/search/priorities/index.ts'
import type { Traversal, Walk } from '../../../src/search/traversal.ts'
import type { Subject } from '../check-program.ts'
import { setting, type Setting } from '../compare.ts'
import { ObservedExplorer } from '../observed-explorer.ts'
import type { Mutant } from './mutant.ts'

type BestFirstClass = new (...args: ConstructorParameters<typeof BestFirst>) => BestFirst

/** A search in which the executions to come are kept otherwise. */
function withTraversal(traversal: BestFirstClass): Subject {
  const type = class extends ObservedExplorer {
    protected override makeTraversal(walk: Walk): Traversal {
      return new traversal(walk, this.options.bestFirst!)
    }
  }
  return { type }
}

/** D Alg. 4 as printed: an execution asks for others that differ from it after its own first event, not before. */
class AsksBelow extends BestFirst {
  protected override leastStep(): number {
    return this.node.step + 1
  }
}

/** Of a state that the search comes back to, it is forgotten for whom only a bound has asked. */
class ForgetsPending extends BestFirst {
  protected override keep(state: number): void {
    super.keep(state)
    const record = this.owners[state]!.recordAt(state)
    if (record !== null) record.pending = null
  }
}

/** All who are explored from a state sleep in each other's executions, whoever was found first. */
class SleepsMutually extends BestFirst {
  protected override letSleep(state: number, thread: number, isAwake: boolean): void {
    super.letSleep(state, thread, isAwake)
    for (const other of this.explored[state]!) if (other !== thread) this.search.stack.complete.add(state, other)
  }
}

/** One value of each choice is as good as another. */
class OneChoice extends BestFirst {
  protected override add(successor: Parameters<BestFirst['add']>[0]): void {
    if (successor.choice === 0) super.add(successor)
  }
}

/** Within bounds that are not stable, what is to be explored sooner or later sleeps. */
class SleepsWithinAnyBound extends ObservedExplorer {
  override readonly optimise = { ...this.options.optimise, sleep: true }
}

const by = (one: Setting, ...priorities: PriorityName[]): Setting => ({ ...one, bestFirst: { priorities, seed: 1 } })

const sleeping = [by(setting('dpor', {}, { sleep: true }), 'pb'), by(setting('dpor', {}, { sleep: true }), 'random')]
const within = (optimise: Partial<Setting['optimise']>): Setting[] =>
  [0, 1, 2].flatMap((preemption) => [
    by(setting('dpor', { preemption }, optimise), 'pb'),
    by(setting('dpor', { preemption }, optimise), 'random'),
  ])

export const bestFirstMutants: readonly Mutant[] = [
  {
    name: 'best-first, Alg. 4 as printed',
    budget: 20,
    source: 'errata 25',
    subject: withTraversal(AsksBelow),
    example: '[w z; w z] || [w x; r z]',
    setting: by(setting('dpor'), 'pb'),
    profile: 'memory',
    settings: [by(setting('dpor'), 'pb')],
  },
  {
    name: 'best-first, forgets for whom only a bound asks',
    budget: 100,
    source: 'best-first',
    subject: withTraversal(ForgetsPending),
    example: '[r x] || [w y; w z] || [w x; w z; r z]',
    setting: by(setting('dpor', { preemption: 1 }, { bound: true }), 'pb'),
    profile: 'memory',
    settings: within({ bound: true }),
  },
  {
    name: 'best-first, sleeps mutually',
    budget: 20,
    source: 'best-first',
    subject: withTraversal(SleepsMutually),
    example: '[w z] || [w x; w x; r z] || [r x]',
    setting: by(setting('dpor', {}, { sleep: true }), 'pb'),
    profile: 'memory',
    settings: sleeping,
  },
  {
    name: 'best-first, sleeps within any bound',
    budget: 40,
    source: 'errata 18',
    subject: { type: SleepsWithinAnyBound },
    example: '[w x; r y] || [r y] || [w y]',
    setting: by(setting('dpor', { preemption: 0 }, { sleep: true }), 'pb'),
    profile: 'memory',
    settings: within({ sleep: true }),
  },
  {
    name: 'best-first, one value of a choice',
    budget: 20,
    source: 'best-first',
    subject: withTraversal(OneChoice),
    example: '[choose 2; w x] || [r x]',
    setting: by(setting('dpor'), 'pb'),
    profile: 'choices',
    settings: [by(setting('dpor'), 'pb')],
  },
]
