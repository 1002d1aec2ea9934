import type { Bound, BoundName, SearchView } from '../../../src/bounds/bound.ts'
import type { Reduction } from '../../../src/search/reduction.ts'
import type { Bpor } from '../../../src/search/strategies/bpor.ts'
import type { Optimal } from '../../../src/search/strategies/optimal.ts'
import type { Subject } from '../check-program.ts'
import type { CheckSetting } from '../check-results.ts'
import type { ExplorerClass, Setting } from '../compare.ts'
import { ObservedExplorer } from '../observed-explorer.ts'

/** A variant of the search that is known to be wrong, by which the validation itself is tested: it must notice. */
export interface Mutant {
  readonly name: string
  /** The erratum that says what is wrong, or where else it was found. */
  readonly source: string
  readonly subject: Subject
  /** A small program and a search in which it shows. */
  readonly example: string
  readonly setting: Setting | CheckSetting
  /** Where to look for it in random programs: a profile, and settings. */
  readonly profile: string
  readonly settings: readonly (Setting | CheckSetting)[]
  /** Within how many random programs it must be noticed. */
  readonly budget: number
}

export type BporClass = new (...args: ConstructorParameters<typeof Bpor>) => Bpor

/** A search in which one bound is changed. */
export function withBound(name: BoundName, change: (bound: Bound, view: SearchView) => Bound): Subject {
  const type: ExplorerClass = class extends ObservedExplorer {
    protected override makeBound(made: BoundName, limit: number): Bound {
      const bound = super.makeBound(made, limit)
      return made === name ? change(bound, this) : bound
    }
  }
  return { type }
}

/** A search during which a method of some class is another one. */
export function whilePatched<P extends object, K extends keyof P>(
  prototype: P,
  name: K,
  change: (original: P[K]) => P[K],
): Subject {
  const type: ExplorerClass = class extends ObservedExplorer {
    override explore(): void {
      const original = prototype[name]
      prototype[name] = change(original)
      try {
        super.explore()
      } finally {
        prototype[name] = original
      }
    }
  }
  return { type }
}

/** A search with another reduction. */
export function withReduction(reduction: BporClass): Subject {
  const type: ExplorerClass = class extends ObservedExplorer {
    protected override makeReduction(): Reduction {
      return this.options.reduction === 'none' ? super.makeReduction() : new reduction(this)
    }
  }
  return { type }
}

export type OptimalClass = new (...args: ConstructorParameters<typeof Optimal>) => Optimal

/** A search with another optimal reduction. */
export function withOptimal(reduction: OptimalClass): Subject {
  const type: ExplorerClass = class extends ObservedExplorer {
    protected override makeReduction(): Reduction {
      return this.options.reduction === 'optimal' ? new reduction(this) : super.makeReduction()
    }
  }
  return { type }
}

/** A bound with some methods replaced. */
export function altered(bound: Bound, changes: Partial<Bound>): Bound {
  return Object.assign(Object.create(bound) as Bound, changes)
}
