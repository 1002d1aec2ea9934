import { Accesses, conflict } from '../../../src/dependence/accesses.ts'
import type { Operation } from '../../../src/program/operations/operation.ts'
import type { BlockingOperation } from '../../../src/search/reversible.ts'
import { Sequence } from '../../../src/search/sequence.ts'
import { Optimal } from '../../../src/search/strategies/optimal.ts'
import type { Transition } from '../../../src/trace/transition.ts'
import { type Setting, setting } from '../compare.ts'
import { type Mutant, withOptimal } from './mutant.ts'

/** Of an operation that can block, too, only races with the events just before it count (errata 23). */
class OnlyImmediateRaces extends Optimal {
  protected override racesOfBlocking(op: Operation, _depth: number, end: number): number {
    return this.immediateRaces(op, end)
  }
}

/** What is pending when an execution ends is not reversed with anything (errata 23). */
class IgnoresPending extends Optimal {
  override end(): void {
    super.end()
    this.pending = this.pending.map((pending) => ({ ...pending, races: [] }))
  }
}

/** Races of the replayed prefix are not looked at again, though v reaches to another end. */
class OnlyNewRaces extends Optimal {
  protected override initialSleeper(e: number, e2: number): number {
    return e2 < this.changedFrom ? e2 : super.initialSleeper(e, e2)
  }
}

/** Adds what sleeps. */
class IgnoresSleepers extends Optimal {
  protected override initialSleeper(): number {
    return -1
  }
  protected override someSleeperStarts(): boolean {
    return false
  }
}

/** Keeps only the first steps of what must be explored: source sets, which abandon executions. */
class NoWakeupTrees extends Optimal {
  constructor(...args: ConstructorParameters<typeof Optimal>) {
    super(...args)
    this.trees.isFull = true
  }
}

/** Compares only the first cell of transitions that access two. */
class Narrow extends Sequence {
  protected override isIndependentUpTo(first: Transition, end: number): boolean {
    const narrow = ({ accesses }: Transition): Accesses =>
      Object.assign(new Accesses().set(accesses), { cell2: -1, end: -1 })
    for (let i = 0; i < end; i++) if (this.isLeft(i) && conflict(narrow(first), narrow(this.steps[i]!))) return false
    return true
  }
}

class OneCellOnly extends Optimal {
  protected override v = new Narrow(this.search.log.cells, this.search.threads, this.search.capacities.room)
}

/** A choice with one value stands for all of them. */
class AnyValue extends Sequence {
  override isWeakInitial(first: Transition): boolean {
    return super.isWeakInitial(Object.assign(first.copy(), { choice: -1 }))
  }
}

class IgnoresValues extends Optimal {
  protected override v = new AnyValue(this.search.log.cells, this.search.threads, this.search.capacities.room)
}

/** Reverses races although the second operation would then be blocked (errata 23). */
class ReversesBlocked extends Optimal {
  protected override reverse(e: number, second: Transition, _blocking: BlockingOperation | null, e2: number): void {
    super.reverse(e, second, null, e2)
  }
}

/** Remembers reversals without the state at which they were seen. */
class RemembersTooMuch extends Optimal {
  override visit(): void {
    super.visit()
    this.reversals.stateIds[this.search.depth] = 0
  }
}

/** What a branch of a wakeup tree has done already is inserted below it once more. */
class KeepsFirst extends Sequence {
  override removeFirstOf(): void {
    /* that is the mutation */
  }
}

class InsertsAgain extends Optimal {
  protected override v = new KeepsFirst(this.search.log.cells, this.search.threads, this.search.capacities.room)
}

/** What has changed since races were reversed last is not looked at. */
class ForgetsChanges extends Optimal {
  override plan(): void {
    this.changedFrom = this.search.depth
    super.plan()
  }
}

/** Without wakeup trees, too, a weak initial that is there already is enough. */
class NeverStrict extends Sequence {
  override isWeakInitial(first: Transition): boolean {
    this.strict = false
    return super.isWeakInitial(first)
  }
}

class WeakSourceSets extends Optimal {
  protected override v = new NeverStrict(this.search.log.cells, this.search.threads, this.search.capacities.room)
}

const optimal = setting('optimal')
const withoutTrees: Setting = { ...optimal, capacities: { wakeupNodes: 0 } }

export const optimalMutants: readonly Mutant[] = [
  {
    name: 'optimal, only immediate races of locks',
    budget: 60,
    source: 'errata 23',
    subject: withOptimal(OnlyImmediateRaces),
    example: '[lock m; unlock m] || [lock m; unlock m] || [lock m; unlock m]',
    setting: optimal,
    profile: 'locks',
    settings: [optimal],
  },
  {
    name: 'optimal, pending operations at the end are ignored',
    budget: 60,
    source: 'errata 23',
    subject: withOptimal(IgnoresPending),
    example: '[lock m] || [lock m]',
    setting: optimal,
    profile: 'locks',
    settings: [optimal],
  },
  {
    name: 'optimal, only races of new events',
    budget: 1500,
    source: 'optimal.ts',
    subject: withOptimal(OnlyNewRaces),
    example: '[r y] || [w y] || [w x] || [r y] || [r y; r x] || [r x]',
    setting: optimal,
    profile: 'crowd',
    settings: [optimal],
  },
  {
    name: 'optimal, sleep sets are ignored',
    budget: 60,
    source: 'Alg. 2, l. 6',
    subject: withOptimal(IgnoresSleepers),
    example: '[w x] || [r x] || [r x]',
    setting: optimal,
    profile: 'memory',
    settings: [optimal],
  },
  {
    name: 'optimal, source sets without wakeup trees',
    budget: 800,
    source: 'Alg. 1',
    subject: withOptimal(NoWakeupTrees),
    example: '[w z] || [r y; if 1 {} else {w z}] || [w y]',
    setting: optimal,
    profile: 'memory',
    settings: [optimal],
  },
  {
    name: 'optimal, second cells are ignored',
    budget: 60,
    source: 'sequence.ts',
    subject: withOptimal(OneCellOnly),
    example: '[lock m; cwait c m; unlock m] || [notify c] || [lock m; unlock m]',
    setting: optimal,
    profile: 'sync',
    settings: [optimal],
  },
  {
    name: 'optimal, values of choices are ignored',
    budget: 80,
    source: 'sequence.ts',
    subject: withOptimal(IgnoresValues),
    example: '[r x] || [choose 2] || [w x]',
    setting: optimal,
    profile: 'control',
    settings: [optimal],
  },
  {
    name: 'optimal, reversals that would block',
    budget: 60,
    source: 'errata 23',
    subject: withOptimal(ReversesBlocked),
    example: '[acquire q; release q] || [acquire q; release q]',
    setting: optimal,
    profile: 'locks',
    settings: [optimal],
  },
  {
    name: 'optimal, reversals remembered without their state',
    budget: 20,
    source: 'optimal.ts',
    subject: withOptimal(RemembersTooMuch),
    example: '[w z; w z] || [r z]',
    setting: optimal,
    profile: 'memory',
    settings: [optimal],
  },
  {
    name: 'optimal, what a branch has done is inserted again',
    budget: 100,
    source: 'wakeup-tree.ts',
    subject: withOptimal(InsertsAgain),
    example: '[r z] || [w x; w y; w z] || [r y]',
    setting: optimal,
    profile: 'memory',
    settings: [optimal],
  },
  {
    name: 'optimal, what has changed is not looked at',
    budget: 100,
    source: 'optimal.ts',
    subject: withOptimal(ForgetsChanges),
    example: '[r y] || [w x] || [w y] || [r x; r x] || [r y]',
    setting: optimal,
    profile: 'crowd',
    settings: [optimal],
  },
  {
    name: 'optimal, weak initials without wakeup trees',
    budget: 200,
    source: 'optimal.md',
    subject: withOptimal(WeakSourceSets),
    example: '[w x] || [r x] || [r x] || [r x]',
    setting: withoutTrees,
    profile: 'memory',
    settings: [withoutTrees],
  },
]
