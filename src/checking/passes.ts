import type { Capacities } from '../base/capacities.ts'
import { type Bounds, DEFAULT_FAIR_LIMIT, type Plan } from './check-options.ts'
import type { Pass } from './pass.ts'
import { PassClock } from './pass-clock.ts'

export type MakePass = (plan: Pick<Plan, 'reduction'>, bounds: Bounds, sealing: boolean) => Pass

/**
 * Which searches a check consists of. An iterative check has passes with at most 0, 1, 2, … preemptions, until these
 * exclude nothing. Beside them runs an unbounded pass with the optimal reduction: where bounded passes repeat
 * themselves, it is often the first to be complete, and then nothing is left to do (docs/decisions/dovetailing.md).
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
  /** The pass whose turn it is. */
  running: Pass
  done = false
  readonly clock = new PassClock()

  private readonly plan: Plan
  private readonly make: MakePass
  private readonly capacities: Capacities
  private turn = 0
  private unboundedTried = false

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
    this.turn = 0
    this.bounded = this.running = this.first()
  }

  /**
   * One more execution of one of the passes. `wanted` says whether the unbounded pass may still find what is needed.
   */
  explore(wanted: boolean): void {
    this.turn++
    const unbounded = wanted ? this.unbounded : null
    this.running =
      unbounded !== null && !unbounded.finished && (this.turn & this.capacities.turn) !== 0 ? unbounded : this.bounded
    this.clock.turnTo(this.running)
    this.running.explore()
  }

  /** On to the next pass, when one is over or turns out to need other bounds. `open` bugs still need a bounded pass. */
  advance(open: number): void {
    const { plan } = this
    if (plan.iterative) this.watchUnbounded()
    if (this.adjusted()) return
    if (this.unbounded?.finished === true && open === 0) this.done = true
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
    if (sealed > 0) this.dropUnbounded()
    else if (!isFair && yields > 0) this.beginUnbounded(true)
    else if (!isFair && cut > 0) this.dropUnbounded() // its executions do not end by themselves
  }

  /** Only BPOR knows bounds; without any, the optimal reduction explores least. */
  private beginUnbounded(fair: boolean): void {
    this.dropUnbounded()
    this.unbounded = fair
      ? this.make({ reduction: 'dpor' }, { fair: DEFAULT_FAIR_LIMIT }, false)
      : this.make({ reduction: 'optimal' }, {}, false)
  }

  dropUnbounded(): void {
    if (this.unbounded !== null) this.drop(this.unbounded)
    this.unbounded = null
    this.unboundedTried = true
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
    if (this.unbounded?.finished === true && this.done) return this.unbounded
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
    const bounded = this.done && this.best === this.unbounded ? [] : [this.bounded]
    return [
      ...this.givenUp,
      ...this.finished,
      ...bounded,
      ...(this.unbounded === null || this.unbounded.explorer.counters.transitions === 0 ? [] : [this.unbounded]),
    ]
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
