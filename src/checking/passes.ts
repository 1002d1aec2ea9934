import type { Capacities } from '../base/capacities.ts'
import { bounds as boundTable } from '../bounds/index.ts'
import type { SampledOrderName } from '../search/orders/index.ts'
import { type Bounds, DEFAULT_FAIR_LIMIT, DEFAULT_PCT_DEPTH, DEFAULT_SEED, type Plan } from './check-options.ts'
import { likelyLeft, mergesFew } from './likely-steps.ts'
import { Ladder } from './ladder.ts'
import { Lane } from './lane.ts'
import type { Pass } from './pass.ts'
import { mergesExactly, saysSomething, sum, wasCut } from './pass-figures.ts'
import { PassClock } from './pass-clock.ts'
import { Turns } from './turns.ts'

/** What likely has so many times the steps left after which equal states are merged, need not take them first. */
const LONG = 1.5

/**
 * How executions are drawn beside searches: these need no parameter, and each finds in a few dozen executions most of
 * the known bugs that the other one finds late.
 */
const HUNTS: readonly SampledOrderName[] = ['pos', 'surw']

export type MakePass = (plan: Pick<Plan, 'reduction' | 'sampling'>, bounds: Bounds, sealing: boolean) => Pass

/**
 * Which searches a check consists of, and whose turn it is. An iterative check has passes with bounds at 0, 1, 2, …
 * until these exclude nothing. Beside them run some without these bounds: one with the optimal reduction, later one
 * that merges equal states, where threads yield one with a fair bound only, and executions that are drawn at random.
 * Where bounded passes repeat themselves, one of the searches is often the first to be complete, and then nothing is
 * left to do (docs/decisions/dovetailing.md).
 */
export class Passes {
  /** What was given up when all began anew. */
  readonly givenUp: Pass[] = []
  /** Bounded passes, by the bound that grows, or the only pass. */
  private ladders: readonly Ladder[]
  /** The pass without any bound. */
  private unbounded = new Lane()
  /** The one with a fair bound only, where threads yield. */
  private fairOnly = new Lane()
  /** The one that merges equal states. */
  private merging = new Lane()
  /** Executions drawn at random, to find bugs early: they cover nothing. */
  private hunts: readonly Lane[] = HUNTS.map(() => new Lane(null, true))
  private turns: Turns
  /** The pass at work. */
  running: Pass
  done = false
  readonly clock = new PassClock()

  private readonly plan: Plan
  private readonly make: MakePass
  private readonly capacities: Capacities
  private turn = 0

  constructor(plan: Plan, make: MakePass, capacities: Capacities) {
    this.plan = plan
    this.capacities = capacities
    this.make = make
    this.ladders = this.first()
    this.turns = new Turns(this.ladders[0]!, capacities)
    this.running = this.bounded
  }

  private first(): Ladder[] {
    const { plan } = this
    const make = (bounds: Bounds, sealing: boolean, before: Pass | null): Pass => {
      const isLong = before !== null && before.steps >= this.capacities.mergeAfter
      const merges = isLong && mergesExactly(this.plan, bounds, before) && !wasCut(before)
      return this.make({ ...plan, reduction: merges ? 'stateful' : plan.reduction }, bounds, sealing)
    }
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
    this.unbounded = new Lane()
    this.fairOnly = new Lane()
    this.merging = new Lane()
    this.hunts = HUNTS.map(() => new Lane(null, true))
    this.yielded = false
    this.turn = this.looks = 0
    this.seemsLong = false
    this.ladders = this.first()
    this.turns = new Turns(this.ladders[0]!, this.capacities)
    this.running = this.bounded
  }

  /** One more execution of one of the passes. */
  explore(): void {
    this.turn++
    const { turns } = this
    if (!turns.goesOn(this.running) || this.isWaiting(turns.lane)) turns.handOn(this.lanes, this.completing)
    this.running = turns.lane.pass!
    this.clock.turnTo(this.running)
    turns.explore()
  }

  /** Those that take turns, in the order in which they do where nothing else says who is next. */
  private get lanes(): Lane[] {
    const { ladders, unbounded, fairOnly, merging, hunts } = this
    const bounded = this.turn > this.capacities.headStart || this.isBegun ? ladders : ladders.slice(0, 1)
    const all = [...bounded, unbounded, fairOnly, merging, ...hunts]
    // Where others wait for it, it comes first.
    if (merging.turns === 0 && bounded.some(({ pass }) => wasCut(pass))) all.unshift(merging)
    return all.filter((lane) => lane.isAtWork && !this.isWaiting(lane))
  }

  /** Whether the first bounded pass has ended, so that its head start is over. */
  private get isBegun(): boolean {
    const { finished, pass } = this.ladders[0]!
    return finished.length > 0 || pass.finished
  }

  /** Of these, the ones that end the check when they are complete, whatever the bounded passes still have to do. */
  private get completing(): Lane[] {
    const { ladders, unbounded, merging } = this
    const all = this.plan.portfolio ? [unbounded, merging] : [...ladders, merging]
    return all.filter((lane) => lane.isAtWork && !this.isWaiting(lane))
  }

  /** On to the next pass, when one is over or turns out to need other bounds. */
  advance(): void {
    if (this.plan.portfolio) {
      this.watchUnbounded()
      this.watchFairOnly()
      this.watchHunts()
    }
    if (this.plan.mayMerge) this.watchMerging()
    if (this.adjusted()) return
    if (this.complete === null) for (const ladder of this.ladders) ladder.advance(this.mayGoRound)
    if (this.complete !== null || this.ladders.some(({ done }) => done)) this.done = true
  }

  /** Whether any pass has met a yield. */
  private get yields(): boolean {
    return (this.yielded ||= this.running.explorer.counters.yields > 0)
  }
  private yielded = false

  /** Sealed code must be respected, and yields need a fair bound: then bounded passes start again with that. */
  private adjusted(): boolean {
    const { plan, ladders, needsFairness } = this
    const sealed = ladders.some(({ pass }) => pass.explorer.counters.sealed > 0 && !pass.sealing)
    const cut = ladders.filter(
      ({ pass }) =>
        pass.reduction !== plan.reduction &&
        plan.iterate.length > 0 &&
        (wasCut(pass) || !mergesExactly(plan, pass.bounds, pass)),
    )
    if (!sealed && !needsFairness && cut.length === 0) return false
    for (const ladder of ladders) {
      const { bounds, sealing } = ladder.pass
      const isFair = !needsFairness || 'fair' in bounds
      if (isFair && !sealed && !cut.includes(ladder)) continue
      this.count(ladder.restart(isFair ? bounds : { ...bounds, fair: this.fairLimit }, sealing || sealed))
    }
    if (sealed) for (const lane of [this.unbounded, this.fairOnly, this.merging, ...this.hunts]) this.giveUp(lane)
    return true
  }

  /** Whether bounded passes lack a fair bound, though there are yields. */
  get needsFairness(): boolean {
    return this.plan.iterate.length > 0 && this.yields && this.ladders.some(({ pass }) => !('fair' in pass.bounds))
  }

  private get fairLimit(): number {
    return this.plan.bounds.fair ?? DEFAULT_FAIR_LIMIT
  }

  private begin(lane: Lane, plan: Pick<Plan, 'reduction' | 'sampling'>, bounds: Bounds = {}): void {
    const canComplete = lane === this.unbounded || lane === this.merging
    lane.begin(this.make(plan, bounds, false), canComplete ? this.completing : this.lanes)
  }

  private giveUp(lane: Lane): void {
    this.count(lane.pass)
    lane.pass = null
    lane.tried = true
  }

  /** After its head start, the first bounded pass is no longer alone. */
  private get isTime(): boolean {
    return this.turn >= this.capacities.headStart || this.isBegun
  }

  /** Without any bound, the optimal reduction explores least. Sealing is a bound. */
  private watchUnbounded(): void {
    const { unbounded } = this
    if (unbounded.pass === null) {
      if (!unbounded.tried && this.isTime && !this.bounded.sealing)
        this.begin(unbounded, { reduction: 'optimal', sampling: null })
      return
    }
    const { cut, sealed } = unbounded.pass.explorer.counters
    if (sealed === 0 && cut === 0) return
    this.giveUp(unbounded) // its executions do not end by themselves
    if (sealed > 0) this.giveUp(this.merging)
  }

  /** Where threads yield, executions may not end but with a fair bound, which BPOR knows. */
  private watchFairOnly(): void {
    const { fairOnly, plan } = this
    if (fairOnly.pass === null) {
      const isOneOfThem = plan.iterate.includes('fair')
      if (fairOnly.tried || !this.yields || !this.isTime || this.bounded.sealing || isOneOfThem) return
      this.begin(fairOnly, { reduction: 'dpor', sampling: null }, { fair: this.fairLimit })
    } else if (fairOnly.pass.explorer.counters.sealed > 0) this.giveUp(fairOnly)
  }

  /**
   * Beside the pass without a bound, or the only one, when that has taken a while; or as soon as an execution has reached
   * the depth limit, since states that come again are explored once.
   */
  private watchMerging(): void {
    const { plan, merging, capacities } = this
    if (merging.pass === null) {
      const goesOn = this.running.explorer.counters.cut > 0
      const pass = goesOn ? this.running : plan.portfolio ? this.unbounded.pass : this.ladders[0]!.pass
      if (merging.tried || pass === null || (!goesOn && (pass.finished || !this.isLong(pass)))) return
      merging.tried = true
      const bounds = plan.portfolio ? {} : plan.bounds
      if (mergesExactly(plan, bounds, pass)) this.begin(merging, { reduction: 'stateful', sampling: null }, bounds)
      return
    }
    const isVain = merging.pass.explorer.counters.states > capacities.mergesBy && mergesFew(merging.pass)
    if (
      (isVain && !merging.pass.finished) ||
      wasCut(merging.pass) ||
      !mergesExactly(plan, merging.pass.bounds, merging.pass)
    )
      this.giveUp(merging)
  }

  /** Whether executions that do not end may yet turn out to come to the same states again. */
  get mayGoRound(): boolean {
    const { plan, merging } = this
    if (merging.pass !== null) return !wasCut(merging.pass)
    return plan.mayMerge && !merging.tried && mergesExactly(plan, plan.portfolio ? {} : plan.bounds, this.running)
  }

  /** A bounded pass shows nothing new any more. */
  suspend(pass: Pass): void {
    for (const ladder of this.ladders) if (ladder.pass === pass) ladder.suspended = true
  }

  private isWaiting({ suspended }: Lane): boolean {
    return suspended && this.mayGoRound
  }

  /**
   * Whether the pass has taken many steps, or will, as far as can be told from time to time. What takes few is left to
   * it, since it counts traces; and nobody begins while bugs show in the first executions.
   */
  private isLong(pass: Pass): boolean {
    const { mergeAfter, mergeFrom } = this.capacities
    if (pass.steps >= mergeAfter) return true
    const isEarly = this.turns.isOpening(this.unbounded) || pass.counts.visited < mergeFrom * (this.looks + 1)
    if (!this.plan.portfolio || isEarly) return false
    this.looks++
    const seemedLong = this.seemsLong
    this.seemsLong = (likelyLeft(pass) ?? 0) >= LONG * mergeAfter
    return seemedLong && this.seemsLong
  }
  private looks = 0
  /** As it seemed when it was looked at last: estimates leap. */
  private seemsLong = false

  /** Not where code is sealed, at synchronisation only, or where executions do not end. */
  private watchHunts(): void {
    const { bounded, capacities } = this
    for (const [i, lane] of this.hunts.entries()) {
      if (lane.pass === null) {
        if (lane.tried || this.turn < capacities.headStart) continue
        lane.tried = true
        const sampling = { order: HUNTS[i]!, seed: DEFAULT_SEED, pctDepth: DEFAULT_PCT_DEPTH }
        if (!bounded.sealing && !bounded.syncOnly) this.begin(lane, { reduction: 'none', sampling })
        continue
      }
      const { cut, sealed } = lane.pass.explorer.counters
      if (cut > 0 || sealed > 0) this.giveUp(lane)
    }
  }

  /** The pass without a bound, but for fairness, that is complete, if one is. */
  private get complete(): Pass | null {
    return [this.unbounded, this.merging, this.fairOnly].find(({ pass }) => pass?.finished === true)?.pass ?? null
  }

  /** Of what a pass did that is of no use any more, only the effort is remembered. */
  private count(dropped: Pass | null): void {
    if (dropped !== null) this.dropped = sum(this.dropped, dropped.spent)
  }
  private dropped = { executions: 0, transitions: 0 }

  /** What all passes have spent, also those that were dropped. */
  get spent(): { readonly executions: number; readonly transitions: number } {
    return this.all.reduce((total, pass) => sum(total, pass.spent), this.dropped)
  }

  /** Whether executions of the pass that do not end say nothing: it is dropped, and another says as much, or is fair. */
  isInVain(pass: Pass): boolean {
    if (pass === this.merging.pass) return true
    return this.yields && this.companions.includes(pass) && pass !== this.fairOnly.pass
  }

  /** The passes beside the bounded ones. */
  private get companions(): Pass[] {
    const { unbounded, fairOnly, merging, hunts } = this
    return [unbounded, fairOnly, merging, ...hunts].flatMap(({ pass }) => (pass === null ? [] : [pass]))
  }

  /** Whether all executions have been covered, also those that do not end. */
  get coversEndless(): boolean {
    const { best, done } = this
    return done && best?.reduction === 'stateful' && best.bounds.fair === undefined && !wasCut(best)
  }

  /** The pass that covers most; null when none is complete. */
  get best(): Pass | null {
    if (this.done) return this.complete ?? this.ladders.find(({ done }) => done)!.pass
    return this.covering.at(0) ?? null
  }

  /** Of each bound that grows, the complete pass with the highest limit, if anything came to an end in it. */
  private get covering(): Pass[] {
    return this.ladders.flatMap(({ finished }) => finished.slice(-1)).filter(saysSomething)
  }

  /** The pass that covers most, of those in which nothing was cut; null when there is none. */
  get surest(): Pass | null {
    const { best } = this
    return best === null || best.explorer.counters.cut === 0 ? best : (this.sure.at(0) ?? null)
  }

  /** Those that cover something else besides. */
  get alsoSure(): Pass[] {
    return this.done ? [] : this.sure.filter((pass) => pass !== this.surest)
  }

  private get sure(): Pass[] {
    return this.ladders.flatMap(
      ({ finished }) => finished.findLast((pass) => pass.explorer.counters.cut === 0 && saysSomething(pass)) ?? [],
    )
  }

  get all(): Pass[] {
    const isComplete = this.done && this.best === this.complete
    return [
      ...this.givenUp,
      ...this.ladders.flatMap(({ finished, all }) => (isComplete ? finished : all)),
      ...this.companions,
    ].filter((pass) => pass === this.bounded || pass.explorer.counters.transitions > 0)
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
