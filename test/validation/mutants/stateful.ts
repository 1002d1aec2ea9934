import { ArrangedExecutions } from '../../../src/checking/arranged.ts'
import { Checker } from '../../../src/checking/checker.ts'
import { LocalStates } from '../../../src/execution/backtracking/local-states.ts'
import { StateDigest } from '../../../src/execution/backtracking/state-digest.ts'
import type { Preference } from '../../../src/search/preference.ts'
import type { Reduction } from '../../../src/search/reduction.ts'
import { Stateful } from '../../../src/search/strategies/stateful.ts'
import type { Transition } from '../../../src/trace/transition.ts'
import { RaceDetector } from '../../../src/trace/race-detector.ts'
import type { Subject } from '../check-program.ts'
import type { CheckSetting } from '../check-results.ts'
import { type ExplorerClass, setting, type Setting } from '../compare.ts'
import { ObservedExplorer } from '../observed-explorer.ts'
import { type Mutant, whilePatched } from './mutant.ts'

/** What a digest is made of, each in a method. */
interface Parts {
  addThread(row: number, slot: number): void
  addModels(row: number): void
  addWaiting(row: number): void
}
const parts = StateDigest.prototype as unknown as Parts

const without = (part: keyof Parts): Subject =>
  whilePatched(
    parts,
    part,
    () =>
      function () {
        /* that is the mutation */
      },
  )

/** A thread's local state does not matter. */
const withoutThread = whilePatched(
  parts,
  'addThread',
  (addThread) =>
    function (this: Parts, row: number, slot: number) {
      if (slot !== 1) addThread.call(this, row, slot)
    },
)

/** Nothing is entered for what a known sub-tree would do. */
class NoSummary extends Stateful {
  protected override demandBelow(): void {
    /* that is the mutation */
  }
}

/** What a known sub-tree would do is not handed up from the state that was merged. */
class NotInherited extends Stateful {
  override leave(state: number): void {
    if (this.stack.known[state] !== 1) super.leave(state)
  }
}

/** Only what can run now can have raced. */
class OnlyEnabled extends Stateful {
  protected override mayRace(u: number): boolean {
    return super.mayRace(u) && this.execution.isEnabled(u)
  }
}

/** What sleeps need not be reached, also where it is known from a summary only. */
class SleepersSuffice extends Stateful {
  protected override demandWakers(): void {
    /* that is the mutation */
  }
}

/** Who of several interchangeable threads has returned what is as it happened to be explored. */
class AsExplored extends Checker {
  override run(ms: number): boolean {
    const { add } = ArrangedExecutions.prototype
    ArrangedExecutions.prototype.add = () => {
      /* that is the mutation */
    }
    try {
      return super.run(ms)
    } finally {
      ArrangedExecutions.prototype.add = add
    }
  }
}
const whole: CheckSetting = { options: { reduction: 'stateful', allBugs: true } }

/** Whoever joins a thread tells it apart from others of its task. */
const joinedAsWell = whilePatched(
  LocalStates.prototype,
  'noteNew',
  () =>
    function (this: LocalStates) {
      this.isNew = true
    },
)

/** What was pending below is entered for the threads that had the names then. */
class StepsNotRenamed extends Stateful {
  protected override stepsBelow(known: number): Transition[] {
    return this.stepsIn(this.states.pending, this.states.pendingAt(known))
  }
}

/** How a state was reached does not matter to a bound, but for what was spent. */
class IgnoresSituation extends Stateful {
  protected override tellSituation(): void {
    /* that is the mutation */
  }
}

/** A state that was reached with more preemptions is taken for explored. */
class IgnoresCost extends Stateful {
  protected override isNoCheaper(): boolean {
    return true
  }
}

function withStateful(reduction: typeof Stateful): Subject {
  const type: ExplorerClass = class extends ObservedExplorer {
    protected override makeReduction(): Reduction {
      return new reduction(this)
    }
  }
  return { type }
}

const preferring = (prefer: Preference): Setting => ({ ...setting('stateful'), prefer })
const plain = preferring('running')
const [lowest, highest] = [preferring('lowest'), preferring('highest')]
const bounded: Setting[] = [0, 1, 2].map((limit) => setting('stateful', { preemption: limit }))
const switches: Setting[] = [1, 2, 3].map((limit) => setting('stateful', { context: limit }))

export const statefulMutants: readonly Mutant[] = [
  {
    name: 'states without a thread',
    budget: 30,
    source: 'states.md',
    subject: withoutThread,
    example: '[] || [load x] || [store x 1; lock n]',
    setting: plain,
    profile: 'forgetful',
    settings: [plain, lowest, highest],
  },
  {
    name: 'states without primitives',
    budget: 60,
    source: 'states.md',
    subject: without('addModels'),
    example: '[lock m; cwait c m] || [notify c]',
    setting: plain,
    profile: 'forgetful sync',
    settings: [plain, lowest, highest],
  },
  {
    name: 'states without wait lists',
    budget: 400,
    source: 'states.md',
    subject: without('addWaiting'),
    example: '[wake x 2] || [notifyall c] || [lock m; cwait c m]',
    setting: highest,
    profile: 'forgetful sync',
    settings: [plain, lowest, highest],
  },
  {
    name: 'known states without what they would do',
    budget: 200,
    source: 'states.md',
    subject: withStateful(NoSummary),
    example: '[r x; w z v] || [w x; w z 2; r x; w z]',
    setting: lowest,
    profile: 'forgetful',
    settings: [plain, lowest, highest],
  },
  {
    name: 'known states that hand nothing up',
    budget: 900,
    source: 'states.md',
    subject: withStateful(NotInherited),
    example: '[w x; w y; r y] || [w y; w z; r x]',
    setting: lowest,
    profile: 'memory',
    settings: [plain, lowest, highest],
  },
  {
    name: 'merged states, what is blocked has no races',
    budget: 200,
    source: 'states.md',
    subject: withStateful(OnlyEnabled),
    example: '[lock m] || [lock m; unlock m]',
    setting: plain,
    profile: 'locks',
    settings: [plain, lowest, highest],
  },
  {
    name: 'merged states, what sleeps need not be reached',
    budget: 3000,
    source: 'states.md',
    subject: withStateful(SleepersSuffice),
    example: '[add y; w y 1] || [w x v; r y; r x] || [w y v; r y; add x]',
    setting: lowest,
    profile: 'memory',
    settings: [plain, lowest, highest],
  },
  {
    name: 'merged states within a bound, whoever executes',
    budget: 400,
    source: 'states.md',
    subject: withStateful(IgnoresSituation),
    example: '[r x; xchg y v] || [r y; w y]',
    setting: bounded[1]!,
    profile: 'forgetful',
    settings: bounded,
  },
  {
    name: 'merged states within a bound, whatever they cost',
    budget: 400,
    source: 'states.md',
    subject: withStateful(IgnoresCost),
    example: '[r x; w z; r z] || [w z 2] || [r z]',
    setting: bounded[1]!,
    profile: 'memory',
    settings: bounded,
  },
  {
    name: 'merged states within a bound, whoever ran last',
    budget: 400,
    source: 'states.md',
    subject: withStateful(IgnoresSituation),
    example: '[w x; w x 2] || [w x]',
    setting: setting('stateful', { context: 1 }),
    profile: 'forgetful',
    settings: switches,
  },
  {
    name: 'merged states within a bound, whatever switches they took',
    budget: 400,
    source: 'states.md',
    subject: withStateful(IgnoresCost),
    example: '[r x; xchg y v] || [r y; w y]',
    setting: setting('stateful', { context: 2 }),
    profile: 'memory',
    settings: switches,
  },
  {
    name: 'merged states, whoever knows of an access',
    budget: 400,
    source: 'states.md',
    subject: whilePatched(
      RaceDetector.prototype,
      'relate',
      () =>
        function () {
          /* that is the mutation */
        },
    ),
    example: '[w x; w y; lock m; unlock m] || [lock m; unlock m; r y; if 1 {r x}]',
    setting: lowest,
    profile: 'racy',
    settings: [plain, lowest, highest],
  },
  {
    name: 'interchangeable threads, whoever returned what',
    budget: 400,
    source: 'symmetry.md',
    subject: { checker: AsExplored },
    example: '[r x; if 1 {w x} else {w x 2}; return v] || [r x; if 1 {w x} else {w x 2}; return v]',
    setting: whole,
    profile: 'twins',
    settings: [whole],
  },
  {
    name: 'interchangeable threads, although they are joined',
    budget: 400,
    source: 'symmetry.md',
    subject: joinedAsWell,
    example: '[w x] || [spawn t1; join] where t0 [] t1 [r x]',
    setting: lowest,
    profile: 'joins',
    settings: [plain, lowest, highest],
  },
  {
    name: 'interchangeable threads, what is below is not renamed',
    budget: 400,
    source: 'symmetry.md',
    subject: withStateful(StepsNotRenamed),
    example: '[w x; r y; w y v; w x v; return undefined] || [w x; r y; w y v; w x v; return undefined]',
    setting: lowest,
    profile: 'pairs',
    settings: [plain, lowest, highest],
  },
]
