import type { Capacities } from '../base/capacities.ts'
import { ThreadSets } from '../base/thread-sets.ts'
import { DIGEST_WORDS } from '../execution/backtracking/state-digest.ts'

/** Of the places of the table, so many are used before it grows; some must be free, so it has at least four. */
const LOAD = 0.7
const FEWEST_PLACES = 4

/**
 * States that have been explored completely, by 128-bit digests: the least cost at which each was reached, what slept,
 * whether a bound excluded something below, and the set of steps that were pending there or below. By open addressing,
 * in columns: some 60 bytes each.
 */
export class ExploredStates {
  size = 0
  private capacity: number
  private readonly mostBytes: number
  /** Words of a set of steps. */
  private width: number
  /** By place: the digest of the state, `DIGEST_WORDS` words. */
  private keys: Int32Array
  /** One more than the cost, or 0 where there is nothing. */
  private costs: Int32Array
  /** What slept where the state was explored, by place. */
  sleeps: ThreadSets
  private exceededs: Uint8Array
  private pendings: Int32Array

  constructor(width: number, setWidth: number, { room, exploredStateBytes }: Capacities) {
    this.width = width
    this.mostBytes = exploredStateBytes
    this.capacity = FEWEST_PLACES
    while (this.capacity < 4 * room) this.capacity *= 2
    this.keys = new Int32Array(this.capacity * DIGEST_WORDS)
    this.costs = new Int32Array(this.capacity)
    this.sleeps = new ThreadSets(setWidth, this.capacity)
    this.exceededs = new Uint8Array(this.capacity)
    this.pendings = new Int32Array(this.capacity * width)
  }

  /** The place of the state whose digest is in `keys` from `from` on, or -1. */
  find(keys: Int32Array, from: number): number {
    const at = this.place(keys, from)
    return this.costs[at] === 0 ? -1 : at
  }

  costAt(at: number): number {
    return this.costs[at]! - 1
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

  /** Remembers a state, or that it was reached at less cost. `pending` has its set from `from` on. */
  put(
    keys: Int32Array,
    keysFrom: number,
    cost: number,
    sleeps: ThreadSets,
    sleepsRow: number,
    exceeded: number,
    pending: Int32Array,
    from: number,
  ): void {
    let at = this.place(keys, keysFrom)
    if (this.costs[at] === 0) {
      if (this.size >= LOAD * this.capacity) {
        if (!this.grow()) return
        at = this.place(keys, keysFrom)
      }
      this.size++
    } else if (this.costs[at]! < cost + 1) return
    for (let word = 0; word < DIGEST_WORDS; word++) this.keys[at * DIGEST_WORDS + word] = keys[keysFrom + word]!
    this.costs[at] = cost + 1
    this.sleeps.copy(at, sleeps, sleepsRow)
    this.exceededs[at] = exceeded
    for (let word = 0; word < this.width; word++) this.pendings[at * this.width + word] = pending[from + word]!
  }

  clear(): void {
    this.costs.fill(0)
    this.size = 0
  }

  /** Sets of steps become wider. */
  widen(width: number): void {
    const old = this.pendings
    const before = this.width
    this.width = width
    this.pendings = new Int32Array(this.capacity * width)
    for (let at = 0; at < this.capacity; at++)
      this.pendings.set(old.subarray(at * before, (at + 1) * before), at * width)
  }

  private place(keys: Int32Array, from: number): number {
    const mask = this.capacity - 1
    let at = (Math.imul(keys[from]!, 0x9e3779b1) ^ keys[from + 1]!) & mask
    while (this.costs[at] !== 0 && !this.isKey(at * DIGEST_WORDS, keys, from)) at = (at + 1) & mask
    return at
  }

  private isKey(own: number, keys: Int32Array, from: number): boolean {
    for (let word = 0; word < DIGEST_WORDS; word++) if (this.keys[own + word] !== keys[from + word]) return false
    return true
  }

  private grow(): boolean {
    if (2 * this.capacity * (5 + 4 * (DIGEST_WORDS + this.sleeps.width + this.width)) > this.mostBytes) return false
    const { keys, costs, sleeps, exceededs, pendings, width, capacity } = this
    this.capacity = 2 * capacity
    this.keys = new Int32Array(this.capacity * DIGEST_WORDS)
    this.costs = new Int32Array(this.capacity)
    this.sleeps = new ThreadSets(sleeps.width, this.capacity)
    this.exceededs = new Uint8Array(this.capacity)
    this.pendings = new Int32Array(this.capacity * width)
    this.size = 0
    for (let at = 0; at < capacity; at++) {
      if (costs[at] !== 0)
        this.put(keys, at * DIGEST_WORDS, costs[at]! - 1, sleeps, at, exceededs[at]!, pendings, at * width)
    }
    return true
  }
}
