import { LocalState } from '../../../src/execution/local-states.ts'
import type { Optimisations } from '../../../src/search/optimisations.ts'
import type { Reduction } from '../../../src/search/reduction.ts'
import { CachedBpor } from '../../../src/search/strategies/cached-bpor.ts'
import type { Subject } from '../check-program.ts'
import { type ExplorerClass, setting, type Setting } from '../compare.ts'
import { ObservedExplorer } from '../observed-explorer.ts'
import type { Mutant } from './mutant.ts'

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
    LocalState.prototype.after = function (value) { return after.call(this, value) ?? (this as unknown as { first: LocalState | null }).first ?? undefined }
    try {
      super.explore()
    } finally {
      LocalState.prototype.after = after
    }
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
  protected override backtrackBlock(): void { /* nothing */ }
}

function withCached(reduction: typeof CachedBpor): Subject {
  const type: ExplorerClass = class extends ObservedExplorer {
    protected override makeReduction(): Reduction {
      return new reduction(this, this.execution, this.bounds, this.optimise, this.hash!)
    }
  }
  return { type }
}

const cached = (preemption: number, more: Partial<Optimisations> = {}): Setting => setting('dpor', { preemption }, { cache: true, ...more })
const bounded = [cached(0), cached(1), cached(2)]
const all = { trans: true, alt: true, bound: true, sleep: true }
const sleeping = [cached(1, { sleep: true }), cached(2, { sleep: true }), cached(1, all), cached(2, all), cached(3, all)]

export const memoryMutants: readonly Mutant[] = [
  {
    name: 'known local states are a known trace', budget: 40, source: 'bounded-search.md', subject: { type: KnowsByLocalStates },
    example: '[w x] || [w x]', setting: cached(1), profile: 'memory', settings: bounded,
  },
  {
    name: 'local states without what was received', budget: 40, source: 'bounded-search.md', subject: { type: ForgetsValues },
    example: '[r x; w y v] || [w x 1; w x 2; w x 1; w x 2]', setting: setting('dpor', {}, { cache: true }), profile: 'memory', settings: bounded,
  },
  {
    name: 'known states, whatever they cost', budget: 400, source: 'bounded-search.md', subject: withCached(IgnoresCost),
    example: '[r x; w x; w z; w z] || [r z] || [r x]', setting: cached(1), profile: 'memory', settings: bounded,
  },
  {
    name: 'known states, whatever slept', budget: 1500, source: 'bounded-search.md', subject: withCached(IgnoresSleepers),
    example: '[r x; r y; if 1 {w x}] || [r x; w y] || [r y; r x]', setting: cached(1, { sleep: true }), profile: 'memory', settings: sleeping,
  },
  {
    name: 'known states without the point at the start of the block', budget: 9000, source: 'bounded-search.md', subject: withCached(ForgetsTheBlock),
    example: '[add y; r x; r y; lock m] || [r y] || [lock m; w y; w x]', setting: cached(1), profile: 'locks', settings: [cached(1), cached(1, { bound: true })],
  },
]
