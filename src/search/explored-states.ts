import type { Capacities } from '../base/capacities.ts'
import { KeyTable } from '../base/key-table.ts'
import { ThreadSets } from '../base/thread-sets.ts'
import { DIGEST_WORDS } from '../execution/backtracking/state-digest.ts'

/**
 * States that have been explored completely, by 128-bit digests: what had been spent of each bound, what slept,
 * whether a bound excluded something below, and the set of steps that were pending there or below. In columns: some 60
 * bytes each.
 */
export class ExploredStates {
  private readonly table: KeyTable
  private readonly mostBytes: number
  /** Words of a set of steps. */
  private width: number
  private costs: Int32Array
  /** How many bounds there are. */
  private readonly bounds: number
  /** What slept where the state was explored, by place. */
  sleeps: ThreadSets
  private exceededs: Uint8Array
  private pendings: Int32Array

  constructor(width: number, setWidth: number, bounds: number, { room, exploredStateBytes }: Capacities) {
    this.width = width
    this.bounds = bounds
    this.mostBytes = exploredStateBytes
    this.table = new KeyTable(DIGEST_WORDS, 4 * room)
    const { capacity } = this.table
    this.costs = new Int32Array(capacity * bounds)
    this.sleeps = new ThreadSets(setWidth, capacity)
    this.exceededs = new Uint8Array(capacity)
    this.pendings = new Int32Array(capacity * width)
  }

  get size(): number {
    return this.table.size
  }

  /** The place of the state whose digest is in `keys` from `from` on, or -1. */
  find(keys: Int32Array, from: number): number {
    const at = this.table.placeOf(keys, from)
    return this.table.isFree(at) ? -1 : at
  }

  /** Whether no more of any bound had been spent at the place. */
  isNoCheaper(at: number, spent: Int32Array): boolean {
    const { bounds, costs } = this
    for (let b = 0; b < bounds; b++) if (spent[b]! < costs[at * bounds + b]!) return false
    return true
  }

  private isCheaper(at: number, spent: Int32Array): boolean {
    const { bounds, costs } = this
    let less = false
    for (let b = 0; b < bounds; b++) {
      if (costs[at * bounds + b]! > spent[b]!) return false
      less ||= costs[at * bounds + b]! < spent[b]!
    }
    return less
  }
  exceededAt(at: number): number {
    return this.exceededs[at]!
  }

  /** The steps that were pending, as words of `pending` from `pendingAt` on. */
  get pending(): Int32Array {
    return this.pendings
  }
  pendingAt(at: number): number {
    return at * this.width
  }

  /** Remembers a state, or that it was not reached at more cost. `pending` has its set from `from` on. */
  put(
    keys: Int32Array,
    keysFrom: number,
    spent: Int32Array,
    sleeps: ThreadSets,
    sleepsRow: number,
    exceeded: number,
    pending: Int32Array,
    from: number,
  ): void {
    const { table, width } = this
    let at = table.placeOf(keys, keysFrom)
    if (table.isFree(at)) {
      if (table.isFull) {
        if (!this.grow()) return
        at = table.placeOf(keys, keysFrom)
      }
      table.take(at, keys, keysFrom)
    } else if (this.isCheaper(at, spent)) return
    for (let b = 0; b < this.bounds; b++) this.costs[at * this.bounds + b] = spent[b]!
    this.sleeps.copy(at, sleeps, sleepsRow)
    this.exceededs[at] = exceeded
    for (let word = 0; word < width; word++) this.pendings[at * width + word] = pending[from + word]!
  }

  clear(): void {
    this.table.clear()
  }

  /** Sets of steps become wider. */
  widen(width: number): void {
    const old = this.pendings
    const before = this.width
    const { capacity } = this.table
    this.width = width
    this.pendings = new Int32Array(capacity * width)
    for (let at = 0; at < capacity; at++) this.pendings.set(old.subarray(at * before, (at + 1) * before), at * width)
  }

  private grow(): boolean {
    const { table, costs, sleeps, exceededs, pendings, width, bounds } = this
    const capacity = table.capacityAfterGrowth
    if (capacity * (1 + 4 * (bounds + DIGEST_WORDS + sleeps.width + width)) > this.mostBytes) return false
    this.costs = new Int32Array(capacity * bounds)
    this.sleeps = new ThreadSets(sleeps.width, capacity)
    this.exceededs = new Uint8Array(capacity)
    this.pendings = new Int32Array(capacity * width)
    table.grow((before, now) => {
      for (let b = 0; b < bounds; b++) this.costs[now * bounds + b] = costs[before * bounds + b]!
      this.sleeps.copy(now, sleeps, before)
      this.exceededs[now] = exceededs[before]!
      for (let word = 0; word < width; word++) this.pendings[now * width + word] = pendings[before * width + word]!
    })
    return true
  }
}
