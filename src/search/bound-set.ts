import type { Slot } from '../base/thread-numbers.ts'
import type { Bound, TellSituation } from '../bounds/bound.ts'
import { bounds } from '../bounds/index.ts'
import type { Preference } from './preference.ts'
import type { SearchStack } from './search-stack.ts'

/** The bounds of a search, all of which a sequence must keep. */
export class BoundSet {
  private readonly list: readonly Bound[]
  readonly size: number
  /** Whether equivalent sequences are within all of them, or none is. */
  readonly areStable: boolean
  /** What `findCosts` found for the last state: a cheapest thread that is awake, or -1. */
  cheapest = -1

  constructor(list: readonly Bound[]) {
    this.list = list
    this.size = list.length
    this.areStable = list.every(({ name }) => name !== 'sealed' && bounds[name].properties.stable)
  }

  /** Whether equal states can be told within all of them. */
  get tellStates(): boolean {
    return this.list.every(({ name }) => name !== 'sealed' && bounds[name].tellsStates)
  }
  get tellThreadsApart(): boolean {
    return this.list.some(({ name }) => name !== 'sealed' && bounds[name].tellsThreadsApart === true)
  }

  /** What has been spent of each in S; in the same order each time. */
  spent(into: Int32Array): void {
    for (let b = 0; b < this.size; b++) into[b] = this.list[b]!.spent!()
  }

  /** What else the costs of what follows depend on, each at places of its own. */
  tellSituation(tell: TellSituation, nameOf: (thread: Slot) => number): void {
    for (let b = 0; b < this.size; b++)
      this.list[b]!.tellSituation!((place, value) => tell(place * this.size + b, value), nameOf)
  }

  has(name: Bound['name']): boolean {
    return this.list.some((bound) => bound.name === name)
  }

  push(depth: number): void {
    for (let b = 0; b < this.size; b++) this.list[b]!.push(depth)
  }

  pop(depth: number): void {
    for (let b = 0; b < this.size; b++) this.list[b]!.pop(depth)
  }

  /** What Initialize(S) adds beyond one thread. */
  initialize(first: number): void {
    for (let b = 0; b < this.size; b++) this.list[b]!.initialize(first)
  }

  /** What Backtrack(S, i, u) adds beyond u. */
  backtrack(i: number, u: number): void {
    for (let b = 0; b < this.size; b++) this.list[b]!.backtrack(i, u)
  }

  /** What all but one of them add. */
  backtrackBesides(name: Bound['name'], i: number, u: number): void {
    for (const bound of this.list) if (bound.name !== name) bound.backtrack(i, u)
  }

  backtrackOthers(i: number, u: number, except: Bound): void {
    for (const bound of this.list) if (bound !== except) bound.backtrack(i, u)
  }

  isOverOthersAt(i: number, thread: Slot, except: Bound): boolean {
    for (const bound of this.list) if (bound !== except && bound.isOverAt?.(i, thread) === true) return true
    return false
  }

  /** The costs of S, by name. */
  costs(): Record<string, number> {
    return Object.fromEntries(this.list.map((bound) => [bound.name, bound.cost()]))
  }

  /**
   * Tests Bv(S.next(final(S), u)) <= c for all enabled u, and finds the cheapest of them that is awake, the one that
   * ran last if there are several, otherwise the first (in a round, from that one on). Once per state: when the search
   * returns to it, the pending operations are gone.
   */
  findCosts(stack: SearchStack, depth: number, threads: number, last: number, prefer: Preference): void {
    if (this.size === 0) return
    let best = -1
    let bestCost = Infinity
    const from = prefer === 'round-robin' ? last + 1 : 0
    for (let i = 0; i < threads; i++) {
      const t = from + i < threads ? from + i : from + i - threads
      if (!stack.isEnabled(depth, t)) continue
      const cost = this.price(stack, depth, t)
      if (stack.isOver(depth, t) || stack.isAsleep(depth, t) || cost > bestCost || (cost === bestCost && t !== last))
        continue
      best = t
      bestCost = cost
    }
    this.cheapest = best
  }

  /** The sum of its costs; marks the thread where it is over one of the bounds. */
  private price(stack: SearchStack, depth: number, thread: Slot): number {
    let cost = 0
    for (let b = 0; b < this.size; b++) {
      const bound = this.list[b]!
      const own = bound.costOf(thread)
      cost += own
      if (own <= bound.limit) continue
      stack.over.add(depth, thread)
      if (bound.name === 'fair') stack.unfair.add(depth, thread)
      if (bound.name === 'sealed') stack.sealed[depth] = 1
    }
    return cost
  }
}
