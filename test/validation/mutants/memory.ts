import { ControlledThread } from '../../../src/execution/controlled-thread.ts'
import { LocalState } from '../../../src/execution/backtracking/local-state.ts'
import type { Optimisations } from '../../../src/search/optimisations.ts'
import type { Reduction } from '../../../src/search/reduction.ts'
import { CachedBpor } from '../../../src/search/strategies/cached-bpor.ts'
import type { Subject } from '../check-program.ts'
import { type ExplorerClass, setting, type Setting } from '../compare.ts'
import { ObservedExplorer } from '../observed-explorer.ts'
import { type Mutant, whilePatched } from './mutant.ts'
import { undoing } from './undo.ts'

/** Takes a sequence of known local states for a known trace. */
class KnowsByLocalStates extends ObservedExplorer {
  protected override isRepeated(): boolean {
    return this.executed !== null && !this.execution.memory.isNew && this.executed.size > 0
  }
}

/** A thread goes on as it did before, whatever it has received. */
class ForgetsValues extends ObservedExplorer {
  override explore(): void {
    const { after } = LocalState.prototype
    LocalState.prototype.after = function (value) {
      return after.call(this, value) ?? (this as unknown as { first: LocalState | null }).first ?? undefined
    }
    try {
      super.explore()
    } finally {
      LocalState.prototype.after = after
    }
  }
}

/** A thread goes on with the operation that it had, but without all that it was given. */
const withoutSecondOperand = whilePatched(
  LocalState.prototype,
  'arm',
  (arm) =>
    function (this: LocalState, op) {
      arm.call(this, op)
      op.operand2 = undefined
    },
)

/** Where a spawned thread begins is known by its slot, whoever spawned it as what. */
class BeginsBySlot extends ObservedExplorer {
  private readonly begins: (LocalState | undefined)[] = []

  override explore(): void {
    const { start } = ControlledThread.prototype
    const { begins } = this
    ControlledThread.prototype.start = function (entry, sharedFor, argument, parent = null) {
      const state = parent?.localState ?? null
      if (state !== null) state.child = begins[this.slot] ?? state.child
      start.call(this, entry, sharedFor, argument, parent)
      if (state !== null) begins[this.slot] ??= state.child
    }
    try {
      super.explore()
    } finally {
      ControlledThread.prototype.start = start
    }
  }
}

/** Which thread is executing does not matter to what is known of a state. */
class IgnoresWhoExecutes extends CachedBpor {
  protected override tellSituation(): void {
    /* nothing is told */
  }
}

/** What was pending below a known state is not passed on to the states above it. */
class ForgetsWhatWasPending extends CachedBpor {
  override leave(state: number): void {
    if (this.search.stack.known[state] !== 1) super.leave(state)
  }
}

/** A state that was reached with more preemptions is taken for explored. */
class IgnoresCost extends CachedBpor {
  protected override isNoCheaper(): boolean {
    return true
  }
}

/** What slept when a state was explored may be awake now. */
class IgnoresSleepers extends CachedBpor {
  protected override isNoMoreAwake(): boolean {
    return true
  }
}

/** No conservative point where the executing thread's block goes on below a known state. */
class ForgetsTheBlock extends CachedBpor {
  protected override backtrackBlock(): void {
    /* nothing */
  }
}

function withCached(reduction: typeof CachedBpor): Subject {
  const type: ExplorerClass = class extends ObservedExplorer {
    protected override makeReduction(): Reduction {
      return new reduction(this)
    }
  }
  return { type }
}

const cached = (preemption: number, more: Partial<Optimisations> = {}): Setting =>
  setting('dpor', { preemption }, { cache: true, ...more })
const bounded = [cached(0), cached(1), cached(2)]
const remembering = undoing(setting('optimal'))
const all = { trans: true, alt: true, bound: true, sleep: true }
const sleeping = [
  cached(1, { sleep: true }),
  cached(2, { sleep: true }),
  cached(1, all),
  cached(2, all),
  cached(3, all),
]

export const memoryMutants: readonly Mutant[] = [
  {
    name: 'known local states are a known trace',
    budget: 40,
    source: 'bounded-search.md',
    subject: { type: KnowsByLocalStates },
    example: '[w x] || [w x]',
    setting: cached(1),
    profile: 'memory',
    settings: bounded,
  },
  {
    name: 'local states without what was received',
    budget: 40,
    source: 'bounded-search.md',
    subject: { type: ForgetsValues },
    example: '[r x; w y v] || [w x 1; w x 2; w x 1; w x 2]',
    setting: setting('dpor', {}, { cache: true }),
    profile: 'memory',
    settings: bounded,
  },
  {
    name: 'known states, whatever they cost',
    budget: 400,
    source: 'bounded-search.md',
    subject: withCached(IgnoresCost),
    example: '[r x; w x; w z; w z] || [r z] || [r x]',
    setting: cached(1),
    profile: 'memory',
    settings: bounded,
  },
  {
    name: 'known states, whatever slept',
    budget: 1500,
    source: 'bounded-search.md',
    subject: withCached(IgnoresSleepers),
    example: '[r x; r y; if 1 {w x}] || [r x; w y] || [r y; r x]',
    setting: cached(1, { sleep: true }),
    profile: 'memory',
    settings: sleeping,
  },
  {
    name: 'known states without the point at the start of the block',
    budget: 9000,
    source: 'bounded-search.md',
    subject: withCached(ForgetsTheBlock),
    example: '[add y; r x; r y; lock m] || [r y] || [lock m; w y; w x]',
    setting: cached(1),
    profile: 'locks',
    settings: [cached(1), cached(1, { bound: true })],
  },
  {
    name: 'local states without second operands',
    budget: 40,
    source: 'local-states.ts',
    subject: withoutSecondOperand,
    example: '[cas x 0 2] || [cas x 0 3] || [r x]',
    setting: remembering,
    profile: 'swaps',
    settings: [remembering],
  },
  {
    name: 'spawned threads are known by their slots',
    budget: 800,
    source: 'local-states.ts',
    subject: { type: BeginsBySlot },
    example: '[r x; if 1 {spawn t0} else {spawn t1}] || [w x] where t0 [w y] t1 [r y]',
    setting: remembering,
    profile: 'stuck',
    settings: [remembering],
  },
  {
    name: 'known states, whoever executes',
    budget: 400,
    source: 'cached-bpor.ts',
    subject: withCached(IgnoresWhoExecutes),
    example: '[w x; r z] || [w z; w z]',
    setting: cached(1),
    profile: 'memory',
    settings: bounded,
  },
  {
    name: 'known states forget what was pending below',
    budget: 600,
    source: 'cached-bpor.ts',
    subject: withCached(ForgetsWhatWasPending),
    example: '[w y; w x; r x; w x] || [w y; w x] || [w y]',
    setting: cached(1),
    profile: 'memory',
    settings: bounded,
  },
]
