import type { Execution } from '../execution/execution.ts'
import type { RawSchedule } from '../execution/replay/schedule-of.ts'
import type { Stop } from '../results/check-result.ts'
import type { FairCycle } from '../search/cycles/fair-cycle.ts'
import type { BugList, Sighting } from './bugs.ts'
import type { Plan } from './check-options.ts'
import { Cuts } from './cuts.ts'
import { endlessCycleOf, placesOf } from './endless.ts'
import type { Loop } from './guarantee.ts'
import type { Passes } from './passes.ts'
import { searched } from './result-of.ts'

/** After so many executions that were cut, and none that was not, going on would only show more of the same. */
const ONLY_CUTS = 256

interface Parts {
  readonly execution: Execution
  readonly passes: Passes
  readonly bugs: BugList
  readonly plan: Plan
  readonly sighting: () => Sighting
}

/** Executions that do not come to an end: which are livelocks, and when going on would show nothing else. */
export class Unending {
  readonly cuts = new Cuts()
  /** Where threads were seen to go round for ever while others could run. */
  loop: Loop | null = null
  private onlyCuts = false
  private readonly parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** A cycle of states on which nobody is kept from running: whether it is a livelock, as far as can be seen. */
  goesRound(cycle: FairCycle): boolean {
    const { execution, passes, bugs, sighting } = this.parts
    const found = endlessCycleOf(execution, cycle)
    const places = placesOf(execution, found)
    if (found.kind === 'livelock') bugs.addLivelock(found.raw, places, sighting)
    else {
      passes.running.explorer.counters.cut++
      this.cuts.leave({ places, withoutYield: [] })
    }
    return found.kind === 'livelock'
  }

  /** The depth limit has ended an execution: whether it goes round fairly for ever. */
  wasCut(depth: number, schedule: () => RawSchedule): boolean {
    const { execution, passes, bugs, plan, sighting } = this.parts
    const { running, bounded, needsFairness } = passes
    // A pass that lacks a fair bound is given up anyway.
    if (needsFairness || passes.isInVain(running)) return false
    const found = this.cuts.examine(execution, running, depth, schedule)
    if (found?.kind === 'livelock') {
      bugs.addLivelock(found.raw, found.places, sighting)
      return true
    }
    if (found?.kind === 'unfair') passes.suspend(running)
    if (found?.kind === 'unfair' && running === bounded) {
      // Going on would only show more of the same, unless the next execution is drawn anew.
      if (plan.sampling !== null) this.cuts.leave(found)
      else this.loop = { places: found.places, withoutYield: found.withoutYield, search: searched(running, plan) }
    } else if (this.cuts.count >= ONLY_CUTS && passes.executions === 0 && bugs.size === 0) this.onlyCuts = true
    return false
  }

  /** Why to stop, once a search of equal states does not say more; null if there is no reason. */
  get stop(): Stop | null {
    if (this.parts.passes.mayGoRound) return null
    return this.loop !== null ? 'loop' : this.onlyCuts ? 'cut' : null
  }
}
