import type { Capacities } from '../base/capacities.ts'
import type { Sampling } from '../search/orders/index.ts'
import { type Bounds, DEFAULT_FAIR_LIMIT, DEFAULT_PCT_DEPTH, DEFAULT_SEED, type Plan } from './check-options.ts'
import type { Pass } from './pass.ts'
import { PassClock } from './pass-clock.ts'

/** Of what any other pass does, drawing executions does one part in so many, up to so many executions. */
const HUNT_SHARE = 4
const MOST_HUNTED = 20_000
/** A search that has merged fewer than one in so many states is no better off for it. */
const FEW_MERGE = 16

/** What is drawn beside searches: POS needs no parameter, and finds most known bugs in a few dozen executions. */
const HUNT: Sampling = { order: 'pos', seed: DEFAULT_SEED, pctDepth: DEFAULT_PCT_DEPTH }

export type MakePass = (plan: Pick<Plan, 'reduction' | 'sampling'>, bounds: Bounds, sealing: boolean) => Pass

/**
 * Which searches a check consists of. An iterative check has passes with at most 0, 1, 2, … preemptions, until these
 * exclude nothing. Beside them run two without a bound, one with the optimal reduction, and later one that merges equal
 * states: where bounded passes repeat themselves, one of the two is often the first to be complete, and then nothing is
 * left to do (docs/decisions/dovetailing.md).
 */
export class Passes {
  /** What was given up when all began anew. */
  readonly givenUp: Pass[] = []
  /** Bounded passes that are complete. */
  readonly finished: Pass[] = []
  /** The bounded pass at work, or the only pass. */
  bounded: Pass
  /** The unbounded pass beside it, when there is one. */
  unbounded: Pass | null = null
  /** The one that merges equal states, beside both. */
  merging: Pass | null = null
  /** Executions drawn at random beside them, to find bugs early: it covers nothing. */
  hunting: Pass | null = null
  /** The pass whose turn it is. */
  running: Pass
  done = false
  readonly clock = new PassClock()

  private readonly plan: Plan
  private readonly make: MakePass
  private readonly capacities: Capacities
  private turn = 0
  private unboundedTried = false
  private mergingTried = false
  private huntingTried = false

  constructor(plan: Plan, make: MakePass, capacities: Capacities) {
    this.plan = plan
    this.capacities = capacities
    this.make = make
    this.bounded = this.first()
    this.running = this.bounded
  }

  private first(): Pass {
    return this.make(this.plan, this.plan.iterative ? { preemption: 0 } : this.plan.bounds, false)
  }

  /** Everything begins anew, since threads are interleaved at more places now. */
  startOver(): void {
    this.givenUp.push(...this.all)
    this.finished.length = 0
    this.unbounded = null
    this.unboundedTried = false
    this.merging = null
    this.mergingTried = false
    this.hunting = null
    this.huntingTried = false
    this.turn = 0
    this.bounded = this.running = this.first()
  }

  /** One more execution of one of the passes. */
  explore(): void {
    this.turn++
    if (this.running.finished || this.running.steps >= this.sliceEnd || !this.isAtWork(this.running)) this.nextSlice()
    this.clock.turnTo(this.running)
    this.running.explore()
  }

  private isAtWork(pass: Pass): boolean {
    return pass === this.bounded || pass === this.unbounded || pass === this.merging || pass === this.hunting
  }

  /**
   * Whoever has done least is next, in steps, so that all have the same part of the time whatever a turn of theirs is.
   * In slices: what another pass has executed cannot be undone, only replayed.
   */
  private nextSlice(): void {
    const { bounded, unbounded, merging } = this
    this.running = bounded
    let fewest = this.finished.reduce((sum, { steps }) => sum + steps, bounded.steps)
    for (const pass of [merging, unbounded]) {
      if (pass === null || pass.finished || pass.steps >= fewest) continue
      this.running = pass
      fewest = pass.steps
    }
    if (this.hunting !== null && HUNT_SHARE * this.hunting.steps < fewest) this.running = this.hunting
    this.sliceEnd = this.running.steps + this.capacities.slice
  }
  /** The number of its steps at which the slice of the pass at work ends. */
  private sliceEnd = 0

  /** On to the next pass, when one is over or turns out to need other bounds. */
  advance(): void {
    const { plan } = this
    if (plan.iterative) this.watchUnbounded()
    if (plan.iterative) this.watchHunting()
    if (this.adjusted()) return
    if (this.complete !== null) this.done = true
    if (!this.bounded.finished || this.done) return
    const { bounds, sealing, explorer } = this.bounded
    if (!plan.iterative || explorer.counters.excluded === 0) {
      this.done = true
      return
    }
    this.finished.push(this.bounded)
    this.bounded = this.make(plan, { ...bounds, preemption: bounds.preemption! + 1 }, sealing)
  }

  /** Sealed code must be respected, and yields need a fair bound: then the pass starts again with that. */
  private adjusted(): boolean {
    const { explorer, bounds, sealing } = this.bounded
    if (explorer.counters.sealed > 0 && !sealing) {
      this.drop(this.bounded)
      this.bounded = this.make(this.plan, bounds, true)
      this.dropUnbounded()
    } else if (this.plan.iterative && this.needsFairness) {
      this.drop(this.bounded)
      this.bounded = this.make(this.plan, { ...bounds, fair: DEFAULT_FAIR_LIMIT }, sealing)
    } else return false
    return true
  }

  /** Whether the bounded pass has met a yield without having a fair bound. */
  get needsFairness(): boolean {
    return this.bounded.explorer.counters.yields > 0 && !('fair' in this.bounded.bounds)
  }

  /**
   * A pass without a bound on preemptions makes sense where nothing is sealed; where threads yield, it has a fair bound
   * as well.
   */
  private watchUnbounded(): void {
    const { unbounded } = this
    if (unbounded === null) {
      const isTime = this.turn >= this.capacities.headStart || this.bounded.finished
      if (!this.unboundedTried && isTime && !this.bounded.sealing) this.beginUnbounded('fair' in this.bounded.bounds)
      return
    }
    const { cut, yields, sealed } = unbounded.explorer.counters
    const isFair = 'fair' in unbounded.bounds
    this.watchMerging(unbounded, isFair)
    if (sealed > 0) this.dropUnbounded()
    else if (!isFair && yields > 0) this.beginUnbounded(true)
    else if (!isFair && cut > 0) this.dropUnbounded() // its executions do not end by themselves
  }

  /** Only BPOR knows bounds; without any, the optimal reduction explores least. */
  private beginUnbounded(fair: boolean): void {
    this.dropUnbounded()
    this.unbounded = fair
      ? this.make({ reduction: 'dpor', sampling: null }, { fair: DEFAULT_FAIR_LIMIT }, false)
      : this.make({ reduction: 'optimal', sampling: null }, {}, false)
    this.mergingTried = fair
  }

  dropUnbounded(): void {
    if (this.unbounded !== null) this.drop(this.unbounded)
    this.unbounded = null
    this.unboundedTried = true
    this.dropMerging()
    this.mergingTried = true
  }

  /**
   * Equal states are merged where every access is a transition that depends on what it conflicts with, and nothing
   * goes round for ever.
   */
  private watchMerging(unbounded: Pass, isFair: boolean): void {
    const { plan, merging, capacities } = this
    if (merging === null) {
      const { failedCas, unusedResults } = plan.commute
      if (isFair || unbounded.syncOnly || failedCas || unusedResults) this.mergingTried = true
      if (this.mergingTried || unbounded.finished || unbounded.steps < capacities.mergeAfter) return
      this.mergingTried = true
      this.merging = this.make({ reduction: 'stateful', sampling: null }, {}, false)
      return
    }
    const { cut, yields, sealed, merged, states } = merging.explorer.counters
    const fewMerge = states > capacities.mergesBy && FEW_MERGE * merged < states
    if (isFair || cut > 0 || yields > 0 || sealed > 0 || (fewMerge && !merging.finished)) this.dropMerging()
  }

  /** Not where code is sealed, which a sample does not respect, or where executions may not end. */
  private watchHunting(): void {
    const { hunting, bounded, capacities } = this
    if (hunting === null) {
      if (this.huntingTried || this.turn < capacities.headStart) return
      this.huntingTried = true
      if (!bounded.sealing && !bounded.syncOnly && !this.needsFairness && !('fair' in bounded.bounds))
        this.hunting = this.make({ reduction: 'none', sampling: HUNT }, {}, false)
      return
    }
    const { cut, yields, sealed, executions } = hunting.explorer.counters
    const isOver = cut > 0 || yields > 0 || sealed > 0 || executions >= MOST_HUNTED
    if (!isOver && !bounded.sealing && !('fair' in bounded.bounds)) return
    this.drop(hunting)
    this.hunting = null
  }

  private dropMerging(): void {
    if (this.merging !== null) this.drop(this.merging)
    this.merging = null
  }

  /** The pass without a bound that is complete, if one is. */
  private get complete(): Pass | null {
    return [this.unbounded, this.merging].find((pass) => pass?.finished === true) ?? null
  }

  /** Of what a pass did that is of no use any more, only the effort is remembered. */
  private drop({ spent }: Pass): void {
    this.dropped = sum(this.dropped, spent)
  }
  private dropped = { executions: 0, transitions: 0 }

  /** What all passes have spent, also those that were dropped. */
  get spent(): { readonly executions: number; readonly transitions: number } {
    return this.all.reduce((total, pass) => sum(total, pass.spent), this.dropped)
  }

  /** The pass that covers most; null when none is complete. */
  get best(): Pass | null {
    if (this.complete !== null && this.done) return this.complete
    return this.done ? this.bounded : (this.finished.at(-1) ?? null)
  }

  /** The pass that covers most, of those in which nothing was cut; null when there is none. */
  get surest(): Pass | null {
    const { best } = this
    return best === null || best.explorer.counters.cut === 0
      ? best
      : (this.finished.findLast(({ explorer }) => explorer.counters.cut === 0) ?? null)
  }

  get all(): Pass[] {
    const bounded = this.done && this.best === this.complete ? [] : [this.bounded]
    const others = [this.unbounded, this.merging, this.hunting].filter((pass) => pass !== null)
    return [
      ...this.givenUp,
      ...this.finished,
      ...bounded,
      ...others.filter(({ explorer }) => explorer.counters.transitions > 0),
    ]
  }

  /** How many preemptions a bug needs that was not found so far: all executions with fewer were explored. */
  get neededPreemptions(): number {
    const complete = this.finished.filter(({ explorer: { counters } }) => counters.cut === 0 && counters.unfair === 0)
    return Math.max(-1, ...complete.map(({ bounds }) => bounds.preemption ?? -1)) + 1
  }

  get executions(): number {
    return this.all.reduce((sum, pass) => sum + pass.explorer.counters.executions, 0)
  }

  get repeated(): number {
    return this.all.reduce((sum, pass) => sum + pass.explorer.counters.repeated, 0)
  }
}

const sum = <T extends { readonly executions: number; readonly transitions: number }>(
  a: T,
  b: T,
): { readonly executions: number; readonly transitions: number } => ({
  executions: a.executions + b.executions,
  transitions: a.transitions + b.transitions,
})
