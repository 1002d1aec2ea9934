import type { Handle, SetThreadNumber } from '../../base/thread-numbers.ts'
import { doubled } from '../../base/columns.ts'
import { internalError } from '../../base/errors.ts'
import { HashSet } from '../../base/hash-set.ts'
import { corrupt } from './set-error.ts'
import { EventTable } from './event-table.ts'

/** A finished sub-tree of the search: every way to go on from its prefix has been verified and is correct. */
export interface FinishedPrefix {
  /** The last event of each thread in the prefix. */
  readonly events: readonly number[]
  /** The traces below it were verified from this one on. */
  readonly firstTrace: number
}

export interface SetThread {
  readonly handle: Handle
  readonly name: string
}

/**
 * Complete, verified, correct traces, as one event structure. A trace is a set of events; which traces contain an event
 * is kept as runs of consecutive numbers: a depth-first search changes little from one trace to the next.
 */
export class AdmissibleSet {
  readonly events = new EventTable()
  readonly threads: SetThread[] = []
  readonly texts: string[] = ['']
  traces = 0
  /** Sub-trees that are not inside another one. */
  readonly finished: (FinishedPrefix & { /** How many are below it. */ readonly traces: number })[] = []
  /** By event: the fingerprint of the operation that follows. Where there is none, the thread ends. */
  readonly next = new Map<number, number>()
  /** The events of the trace that was added last, in the order of the execution. */
  current: number[] = []

  private readonly seen = new HashSet()
  /** Two words for each trace. */
  private names = new Int32Array(256)
  /** Runs in the order in which they began: event, first trace, last trace. */
  private runs = new Int32Array(3 * 1024)
  private runCount = 0
  /** The last run of each event. */
  private lastRun: number[] = []

  /** Adds a trace, given the events of one of its executions; false when it was there before. */
  add(events: readonly number[]): boolean {
    const [lo, hi] = this.nameOf(events)
    if (!this.seen.add(lo, hi)) return false
    const trace = this.traces++
    if (2 * this.traces > this.names.length) this.names = doubled(this.names)
    this.names[2 * trace] = lo
    this.names[2 * trace + 1] = hi
    for (const event of events) this.extendRun(event, trace)
    this.current = [...events]
    return true
  }

  /** Whether the events are all those of one of the traces. */
  has(events: readonly number[]): boolean {
    const [lo, hi] = this.nameOf(events)
    return this.seen.has(lo, hi)
  }

  /** The names of the first traces. */
  firstNames(count: number): HashSet {
    const names = new HashSet()
    for (let trace = 0; trace < count; trace++) names.add(this.names[2 * trace]!, this.names[2 * trace + 1]!)
    return names
  }

  /** A trace is determined by its events, in whatever order. */
  nameOf(events: readonly number[]): [number, number] {
    let lo = events.length
    let hi = 0
    const { los, his } = this.events
    for (const event of events) {
      const a = los[event]!
      const b = his[event]!
      lo = (lo + Math.imul(a ^ (b >>> 11), 0x9e3779b1)) | 0
      hi = (hi + Math.imul(b ^ (a >>> 13), 0x85ebca6b)) | 0
    }
    return [lo, hi]
  }

  private extendRun(event: number, trace: number): void {
    const last = this.lastRun[event]
    if (last === undefined) this.noteFollower(event)
    else if (this.runs[3 * last + 2] === trace - 1) {
      this.runs[3 * last + 2] = trace
      return
    }
    if (3 * (this.runCount + 1) > this.runs.length) this.runs = doubled(this.runs)
    const at = 3 * this.runCount
    this.runs[at] = event
    this.runs[at + 1] = this.runs[at + 2] = trace
    this.lastRun[event] = this.runCount++
  }

  /** Once for each event: its parent and its operation stay the same. */
  private noteFollower(event: number): void {
    const parent = this.events.get('parent', event)
    if (parent >= 0) this.next.set(parent, this.events.get('operation', event))
  }

  /** The sub-tree contains all that were finished since it was begun. `traces`: how many are below it. */
  finish(prefix: FinishedPrefix, traces = this.traces - prefix.firstTrace): void {
    while (this.finished.length > 0 && this.finished.at(-1)!.firstTrace >= prefix.firstTrace) this.finished.pop()
    this.finished.push({ ...prefix, traces })
  }

  /** Whether every way to run the program has been verified and is correct. */
  get isWhole(): boolean {
    return this.finished.some(({ events }) => events.length === 0)
  }

  get runTotal(): number {
    return this.runCount
  }

  /** Calls back for every run, by event. */
  runsInOrder(): { first: Int32Array; starts: Int32Array; ends: Int32Array } {
    const { runs, runCount } = this
    const first = new Int32Array(this.events.count + 1)
    for (let r = 0; r < runCount; r++) first[runs[3 * r]! + 1]!++
    for (let e = 0; e < this.events.count; e++) first[e + 1]! += first[e]!
    const at = first.slice()
    const starts = new Int32Array(runCount)
    const ends = new Int32Array(runCount)
    for (let r = 0; r < runCount; r++) {
      const to = at[runs[3 * r]!]!++
      starts[to] = runs[3 * r + 1]!
      ends[to] = runs[3 * r + 2]!
    }
    return { first, starts, ends }
  }

  checkEvent(event: number): number {
    if (!Number.isInteger(event) || event < 0 || event >= this.events.count) throw corrupt(`there is no event ${event}`)
    return event
  }

  threadOf(handle: Handle): SetThreadNumber {
    const thread = this.threads.findIndex((known) => known.handle === handle)
    if (thread < 0) throw internalError(`the set does not know the thread ${handle}`)
    return thread
  }
}
