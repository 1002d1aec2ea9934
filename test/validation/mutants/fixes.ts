import { FIRST_BASE, NOWHERE } from '../../../src/dependence/cells.ts'
import { Checker } from '../../../src/checking/checker.ts'
import { type BadEnding, BugList } from '../../../src/checking/bugs.ts'
import { ThreadStatus } from '../../../src/execution/controlled-thread.ts'
import type { Execution } from '../../../src/execution/execution.ts'
import type { Allocation } from '../../../src/program/memory/allocation.ts'
import type { SemaphoreModel } from '../../../src/program/primitives/semaphore.ts'
import { FoundValues } from '../../../src/search/found-values.ts'
import type { Reduction } from '../../../src/search/reduction.ts'
import type { BlockingOperation } from '../../../src/search/reversible.ts'
import { Optimal } from '../../../src/search/strategies/optimal.ts'
import type { Transition } from '../../../src/trace/transition.ts'
import type { CheckSetting } from '../check-results.ts'
import { type Setting, setting } from '../compare.ts'
import { ObservedExplorer } from '../observed-explorer.ts'
import { type Mutant, whilePatched, withOptimal } from './mutant.ts'

/** As it was: searches and reports that users have had, and that were wrong. */

class NotesTruth extends ObservedExplorer {
  /** By event: whether it returned `true`. */
  readonly returnedTrue: boolean[] = []

  protected override execute(thread: number, choice: number): void {
    const { depth } = this
    super.execute(thread, choice)
    this.returnedTrue[depth] = this.execution.lastValue === true
  }

  protected override makeReduction(): Reduction {
    return new CountsTruth(this)
  }
}

/**
 * Whatever returns `true` at the address of a semaphore takes from it; and what has no location is where the first
 * allocation is.
 */
class CountsTruth extends Optimal {
  protected override reverse(e: number, second: Transition, blocking: BlockingOperation | null, e2: number): void {
    if (blocking?.target?.kind === 'semaphore' && this.countWithout(e, blocking.target) <= 0) return
    super.reverse(e, second, blocking, e2)
  }

  private countWithout(e: number, semaphore: Allocation): number {
    const { log, depth } = this.search
    const { returnedTrue } = this.search as NotesTruth
    let count = (semaphore.model as SemaphoreModel).initial
    for (let k = 0; k < depth; k++) {
      if (k === e || (k > e && this.happensBefore.before(e, k))) continue
      const cell = log.accesses[k]!.cell === NOWHERE ? FIRST_BASE : log.accesses[k]!.cell
      if (cell !== semaphore.base) continue
      const { name } = log.specs[k]!
      if (name === 'release') count += log.amount[k]!
      else if (name === 'acquire' || returnedTrue[k]) count--
    }
    return count
  }
}

/** A compare-and-swap finds what an update found that is taken away, though others are still there. */
const forgetsOtherUpdates = whilePatched(
  FoundValues.prototype,
  'wouldFail',
  (wouldFail) =>
    function (this: FoundValues, log, e, e2) {
      const kind = log.accesses[e]!.commutes
      log.accesses[e]!.commutes = 0
      try {
        return wouldFail.call(this, log, e, e2)
      } finally {
        log.accesses[e]!.commutes = kind
      }
    },
)

/** With transitions at synchronisation operations only, a search goes on after a data race. */
class GoesOnAfterRaces extends Checker {
  protected override endsByRace(): boolean {
    return false
  }
}

/** A deadlock is told by the addresses of pending operations alone. */
class ByAddress extends BugList {
  override keyOf(execution: Execution, ending: BadEnding): string {
    if (ending.kind !== 'deadlock') return super.keyOf(execution, ending)
    const waiting = execution.threads.filter(({ status }) => status === ThreadStatus.pending)
    return `deadlock ${waiting
      .map(
        ({
          handle,
          operation: {
            site,
            accesses: { cell },
          },
        }) => `${handle} ${site || (cell === NOWHERE ? FIRST_BASE : cell)}`,
      )
      .join()}`
  }
}

class TellsByAddress extends Checker {
  protected override makeBugList(limit: number): BugList {
    return new ByAddress(limit)
  }
}

/** A trace counts as executed before only if all its local states are remembered. */
class RepeatsUnremembered extends ObservedExplorer {
  protected override isRepeated(): boolean {
    return !this.execution.memory.isNew && super.isRepeated()
  }
}

/** Races of pending operations are taken from the table that was there before it grew. */
class LosesGrownRaces extends Optimal {
  override end(): void {
    const before = this.races
    super.end()
    const start = this.raceEnds[this.search.depth]!
    if (this.races !== before)
      this.pending = this.pending.map((pending) => ({
        ...pending,
        races: [...before.subarray(start, start + pending.races.length)],
      }))
  }
}

const optimal = setting('optimal')
const all: Setting = { ...optimal, commute: { failedCas: true, unusedResults: true } }
const small: Setting = { ...optimal, capacities: { room: 1 } }
const forgetful = [0, 3].flatMap((localStates) =>
  [1, 2].map(
    (preemption): Setting => ({ ...setting('dpor', { preemption }, { cache: true }), capacities: { localStates } }),
  ),
)
const sync: CheckSetting = { options: { reduction: 'optimal', switch: 'sync', allBugs: true } }
const listed: CheckSetting = { options: { reduction: 'optimal', allBugs: true } }

export const fixMutants: readonly Mutant[] = [
  {
    name: 'a join that returns true takes from a semaphore',
    budget: 400,
    source: 'reversible.ts',
    subject: { type: NotesTruth },
    example:
      '[spawn t0; join; acquire q; w x 1; release q] || [acquire q; w x 2; release q] where t0 [return true] in q words',
    setting: optimal,
    profile: 'permits',
    settings: [optimal],
  },
  {
    name: 'a swap does not find what other updates leave',
    budget: 300,
    source: 'found-values.ts',
    subject: forgetsOtherUpdates,
    example: '[inc x 1] || [inc x 2] || [cas x 2 9] || [cas x 1 9]',
    setting: all,
    profile: 'tallies',
    settings: [all],
  },
  {
    name: 'a search of synchronisation operations goes on after a race',
    budget: 150,
    source: 'checker.ts',
    subject: { checker: GoesOnAfterRaces },
    example: '[add y 1] || [lock m; r y; if 1 {store y 2}; unlock m]',
    setting: sync,
    profile: 'racy',
    settings: [sync],
  },
  {
    name: 'deadlocks are told by addresses',
    budget: 2000,
    source: 'bugs.ts',
    subject: { checker: TellsByAddress },
    example: '[lock m; spawn t0; r x; if 1 {lock m} else {join}] || [w x] where t0 [lock m] in m words',
    setting: listed,
    profile: 'stuck',
    settings: [listed],
  },
  {
    name: 'traces whose local states are forgotten are executed again',
    budget: 60,
    source: 'explorer.ts',
    subject: { type: RepeatsUnremembered },
    example: '[r x; w x] || [r x; w x] || [r x]',
    setting: forgetful[0]!,
    profile: 'memory',
    settings: forgetful,
  },
  {
    name: 'races of pending operations are lost when their table grows',
    budget: 400,
    source: 'optimal.ts',
    subject: withOptimal(LosesGrownRaces),
    example: '[r x] || [r x; lock m] || [r x; unlock n] || [lock m]',
    setting: small,
    profile: 'locks',
    settings: [small],
  },
]
