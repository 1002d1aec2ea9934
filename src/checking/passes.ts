import type { Capacities } from '../base/capacities.ts'
import type { Sampling } from '../search/orders/index.ts'
import { bounds as boundTable } from '../bounds/index.ts'
import { type Bounds, DEFAULT_FAIR_LIMIT, DEFAULT_PCT_DEPTH, DEFAULT_SEED, type Plan } from './check-options.ts'
import { Ladder } from './ladder.ts'
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
 * Which searches a check consists of. An iterative check has passes with a bound at 0, 1, 2, … until these exclude
 * nothing. Beside them run some without that bound: one with the optimal reduction, later one that merges equal states,
 * and where threads yield one with a fair bound only. Where bounded passes repeat themselves, one of these is often the
 * first to be complete, and then nothing is left to do (docs/decisions/dovetailing.md).
 */
export class Passes {
  /** What was given up when all began anew. */
  readonly givenUp: Pass[] = []
  /** Bounded passes, by the bound that grows, or the only pass. */
  ladders: readonly Ladder[]
  /** The pass without any bound beside them, when there is one. */
  unbounded: Pass | null = null
  /** The one with a fair bound only, where threads yield. */
  fairOnly: Pass | null = null
  /** The one that merges equal states. */
  merging: Pass | null = null
  /** Executions drawn at random, to find bugs early: it covers nothing. */
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
  private fairOnlyTried = false
  private mergingTried = false
  private huntingTried = false
  constructor(plan: Plan, make: MakePass, capacities: Capacities) {
    this.plan = plan
    this.capacities = capacities
    this.make = make
    this.ladders = this.first()
    this.running = this.bounded
  }

  private first(): Ladder[] {
    const { plan } = this
    const make = (bounds: Bounds, sealing: boolean): Pass => this.make(plan, bounds, sealing)
    if (plan.iterate.length === 0) return [new Ladder(null, plan.bounds, make)]
    return plan.iterate.map((bound) => new Ladder(bound, { ...plan.bounds, [bound]: boundTable[bound].least }, make))
  }

  /** The bounded pass at work that is named first, or the only pass. */
  get bounded(): Pass {
    return this.ladders[0]!.pass
  }

  /** Everything begins anew, since threads are interleaved at more places now. */
  startOver(): void {
    this.givenUp.push(...this.all)
    this.unbounded = this.fairOnly = this.merging = this.hunting = null
    this.unboundedTried = this.fairOnlyTried = this.mergingTried = this.huntingTried = this.yielded = false
    this.turn = 0
    this.ladders = this.first()
    this.running = this.bounded
  }

  /** One more execution of one of the passes. */
  explore(): void {
    this.turn++
    if (this.running.finished || this.running.steps >= this.sliceEnd || !this.isAtWork(this.running)) this.nextSlice()
    this.clock.turnTo(this.running)
    this.running.explore()
  }

  /** Whether any pass has met a yield. */
  private get yields(): boolean {
    return (this.yielded ||= this.running.explorer.counters.yields > 0)
  }
  private yielded = false

  private isAtWork(pass: Pass): boolean {
    return this.ladders.some((ladder) => ladder.pass === pass) || this.companions.includes(pass)
  }

  /** The passes beside the bounded ones. */
  private get companions(): Pass[] {
    return [this.unbounded, this.fairOnly, this.merging, this.hunting].filter((pass) => pass !== null)
  }

  /**
   * Whoever has done least is next, in steps, so that all have the same part of the time whatever a turn of theirs is.
   * In slices: what another pass has executed cannot be undone, only replayed.
   */
  private nextSlice(): void {
    const { hunting, merging, unbounded, fairOnly } = this
    let fewest = Infinity
    for (const { pass, steps } of [...this.ladders, ...laneOf(merging), ...laneOf(unbounded), ...laneOf(fairOnly)]) {
      if (pass.finished || steps >= fewest) continue
      this.running = pass
      fewest = steps
    }
    if (hunting !== null && HUNT_SHARE * hunting.steps < fewest) this.running = hunting
    this.sliceEnd = this.running.steps + this.capacities.slice
  }
  /** The number of its steps at which the slice of the pass at work ends. */
  private sliceEnd = 0

  /** On to the next pass, when one is over or turns out to need other bounds. */
  advance(): void {
    if (this.plan.portfolio) {
      this.watchUnbounded()
      this.watchFairOnly()
      this.watchMerging()
      this.watchHunting()
    }
    if (this.adjusted()) return
    if (this.complete === null) for (const ladder of this.ladders) ladder.advance()
    if (this.complete !== null || this.ladders.some(({ done }) => done)) this.done = true
  }

  /** Sealed code must be respected, and yields need a fair bound: then bounded passes start again with that. */
  private adjusted(): boolean {
    const { ladders, needsFairness } = this
    const sealed = ladders.some(({ pass }) => pass.explorer.counters.sealed > 0 && !pass.sealing)
    if (!sealed && !needsFairness) return false
    for (const ladder of ladders) {
      const { bounds, sealing } = ladder.pass
      const isFair = !needsFairness || 'fair' in bounds
      if (isFair && !sealed) continue
      this.drop(ladder.restart(isFair ? bounds : { ...bounds, fair: this.fairLimit }, sealing || sealed))
    }
    if (sealed) {
      this.dropUnbounded()
      this.dropFairOnly()
    }
    return true
  }

  /** Whether bounded passes lack a fair bound, though there are yields. */
  get needsFairness(): boolean {
    return this.plan.iterate.length > 0 && this.yields && this.ladders.some(({ pass }) => !('fair' in pass.bounds))
  }

  private get fairLimit(): number {
    return this.plan.bounds.fair ?? DEFAULT_FAIR_LIMIT
  }

  /** After their head start, bounded passes are no longer alone. */
  private get isTime(): boolean {
    const { finished, pass } = this.ladders[0]!
    return this.turn >= this.capacities.headStart || finished.length > 0 || pass.finished
  }

  /** Without any bound, the optimal reduction explores least. Sealing is a bound. */
  private watchUnbounded(): void {
    const { unbounded } = this
    if (unbounded === null) {
      if (this.unboundedTried || !this.isTime || this.bounded.sealing) return
      this.unbounded = this.make({ reduction: 'optimal', sampling: null }, {}, false)
      this.unboundedTried = true
      return
    }
    const { cut, sealed } = unbounded.explorer.counters
    if (sealed > 0 || cut > 0) this.dropUnbounded() // its executions do not end by themselves
  }

  /** Where threads yield, executions may not end but with a fair bound, which BPOR knows. */
  private watchFairOnly(): void {
    const { fairOnly, plan } = this
    if (fairOnly === null) {
      const isOneOfThem = plan.iterate.includes('fair')
      if (this.fairOnlyTried || !this.yields || !this.isTime || this.bounded.sealing || isOneOfThem) return
      this.fairOnly = this.make({ reduction: 'dpor', sampling: null }, { fair: this.fairLimit }, false)
    } else if (fairOnly.explorer.counters.sealed > 0) this.dropFairOnly()
  }

  private dropFairOnly(): void {
    this.drop(this.fairOnly)
    this.fairOnly = null
    this.fairOnlyTried = true
  }

  private dropUnbounded(): void {
    this.drop(this.unbounded)
    this.unbounded = null
    this.unboundedTried = true
    this.dropMerging()
    this.mergingTried = true
  }

  /**
   * Equal states are merged where every access is a transition that depends on what it conflicts with, and nothing
   * goes round for ever.
   */
  private watchMerging(): void {
    const { plan, merging, unbounded, capacities } = this
    if (merging === null) {
      const { failedCas, unusedResults } = plan.commute
      if (this.yields || unbounded?.syncOnly === true || failedCas || unusedResults) this.mergingTried = true
      if (this.mergingTried || unbounded === null) return
      if (unbounded.finished || unbounded.steps < capacities.mergeAfter) return
      this.mergingTried = true
      this.merging = this.make({ reduction: 'stateful', sampling: null }, {}, false)
      return
    }
    const { cut, sealed, merged, states } = merging.explorer.counters
    const fewMerge = states > capacities.mergesBy && FEW_MERGE * merged < states
    if (this.yields || cut > 0 || sealed > 0 || (fewMerge && !merging.finished)) this.dropMerging()
  }

  /** Not where code is sealed, which a sample does not respect, or where executions may not end. */
  private watchHunting(): void {
    const { hunting, bounded, capacities } = this
    if (hunting === null) {
      if (this.huntingTried || this.turn < capacities.headStart) return
      this.huntingTried = true
      if (!bounded.sealing && !bounded.syncOnly && !this.yields)
        this.hunting = this.make({ reduction: 'none', sampling: HUNT }, {}, false)
      return
    }
    const { cut, sealed, executions } = hunting.explorer.counters
    const isOver = cut > 0 || sealed > 0 || executions >= MOST_HUNTED
    if (!isOver && !bounded.sealing && !this.yields) return
    this.drop(hunting)
    this.hunting = null
  }

  private dropMerging(): void {
    this.drop(this.merging)
    this.merging = null
  }

  /** The pass without a bound, but for fairness, that is complete, if one is. */
  private get complete(): Pass | null {
    return [this.unbounded, this.merging, this.fairOnly].find((pass) => pass?.finished === true) ?? null
  }

  /** Of what a pass did that is of no use any more, only the effort is remembered. */
  private drop(pass: Pass | null): void {
    if (pass !== null) this.dropped = sum(this.dropped, pass.spent)
  }
  private dropped = { executions: 0, transitions: 0 }

  /** What all passes have spent, also those that were dropped. */
  get spent(): { readonly executions: number; readonly transitions: number } {
    return this.all.reduce((total, pass) => sum(total, pass.spent), this.dropped)
  }

  /** Whether executions of the pass that do not end say nothing: it is dropped, and another is fair. */
  isInVain(pass: Pass): boolean {
    return this.yields && (pass === this.unbounded || pass === this.merging || pass === this.hunting)
  }

  /** The pass that covers most; null when none is complete. */
  get best(): Pass | null {
    if (this.done) return this.complete ?? this.ladders.find(({ done }) => done)!.pass
    return this.finished.at(-1) ?? null
  }

  /** The complete passes of the bound that is named first. */
  private get finished(): readonly Pass[] {
    return this.ladders[0]!.finished
  }

  /** The pass that covers most, of those in which nothing was cut; null when there is none. */
  get surest(): Pass | null {
    const { best } = this
    return best === null || best.explorer.counters.cut === 0
      ? best
      : (this.finished.findLast(({ explorer }) => explorer.counters.cut === 0) ?? null)
  }

  get all(): Pass[] {
    const isComplete = this.done && this.best === this.complete
    return [
      ...this.givenUp,
      ...this.ladders.flatMap(({ finished, all }) => (isComplete ? finished : all)),
      ...this.companions.filter(({ explorer }) => explorer.counters.transitions > 0),
    ]
  }

  /** Those that may have seen what the best one has not. */
  get unfinished(): Pass[] {
    return [...this.ladders.map(({ pass }) => pass), ...this.companions]
  }

  /** How many preemptions a bug needs that was not found so far: all executions with fewer were explored. */
  get neededPreemptions(): number {
    const complete = this.ladders
      .flatMap(({ finished }) => finished)
      .filter(({ explorer: { counters } }) => counters.cut === 0 && counters.unfair === 0)
    return Math.max(-1, ...complete.map(({ bounds }) => bounds.preemption ?? -1)) + 1
  }

  get executions(): number {
    return this.all.reduce((sum, pass) => sum + pass.explorer.counters.executions, 0)
  }

  get repeated(): number {
    return this.all.reduce((sum, pass) => sum + pass.explorer.counters.repeated, 0)
  }
}

const laneOf = (pass: Pass | null): { readonly pass: Pass; readonly steps: number }[] =>
  pass === null ? [] : [{ pass, steps: pass.steps }]

const sum = <T extends { readonly executions: number; readonly transitions: number }>(
  a: T,
  b: T,
): { readonly executions: number; readonly transitions: number } => ({
  executions: a.executions + b.executions,
  transitions: a.transitions + b.transitions,
})
