import type { Slot } from '../../base/thread-numbers.ts'
import { internalError } from '../../base/errors.ts'
import type { BoundName } from '../../bounds/bound.ts'
import { bounds } from '../../bounds/index.ts'
import type { ExplorerOptions } from '../explorer-options.ts'
import { priorities } from '../priorities/index.ts'
import type { Search } from '../reduction.ts'
import { Bpor } from '../strategies/bpor.ts'
import { Exhaustive } from '../strategies/exhaustive.ts'
import { type Strategy, strategies } from '../strategies/index.ts'

/**
 * The reductions as best-first search has them. States are not remembered as explored, since the search comes back to
 * them; and a transition that sleeps before all below it has been explored must stand for what commutes with it
 * whatever a bound excludes there, so the bounds must be stable (docs/decisions/best-first.md).
 */
export function bestFirstStrategy({ reduction, bestFirst, bounds: named, sealing }: ExplorerOptions): Strategy {
  if (reduction !== 'none' && reduction !== 'dpor')
    throw internalError(`best-first search does not go with reduction '${reduction}'`)
  const base = strategies[reduction]
  const advised = bestFirst!.priorities.some(
    (one) => typeof one !== 'function' && priorities[one].needsBacktrackSets === true,
  )
  const sleeps = sleepsBestFirst(named, sealing === true)
  return {
    ...base,
    optimisations: (asked, bounded) => {
      const own = base.optimisations(asked, bounded)
      return { ...own, sleep: own.sleep && sleeps }
    },
    needsClocks: base.needsClocks || advised,
    // D 3.3: the default behaviour is that of a non-preemptive round-robin scheduler.
    prefer: () => 'round-robin',
    make: (search) =>
      reduction === 'dpor' ? new Bpor(search) : advised ? new Advised(search) : new Exhaustive(search),
  }
}

/** Whether transitions may sleep before all below them has been explored: where no bound excludes one order of two. */
export const sleepsBestFirst = (named: ExplorerOptions['bounds'], sealing: boolean): boolean =>
  !sealing && (Object.keys(named) as BoundName[]).every((name) => bounds[name].properties.stable)

/** Everything is explored, but what DPOR would explore is known. */
class Advised extends Exhaustive {
  private readonly advice: Bpor

  constructor(search: Search) {
    super(search)
    this.advice = new Bpor(search)
  }

  override visit(): void {
    super.visit()
    this.advice.visit()
  }

  override end(): void {
    super.end()
    this.advice.end()
  }

  override isDependence(depth: number, thread: Slot): boolean {
    return this.advice.isDependence(depth, thread)
  }
}
