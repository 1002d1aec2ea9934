import type { Execution } from '../../execution/execution.ts'
import { Access } from '../../program/operation.ts'
import { MAX_THREADS } from '../../program/program.ts'
import { conflict } from '../../trace/footprint.ts'
import { Enabledness } from './enabledness.ts'
import type { NextStep, Prefix } from './prefix.ts'
import type { TraceFacts } from './trace-facts.ts'

/** After so many places an order that may be within the limit counts as one that is, which costs time but loses nothing. */
const MOST_PLACES = 20_000

/**
 * How few preemptions the events of a trace can be ordered with, in any order that respects happens-before. Which orders there
 * are and what they cost is a matter of the trace, not of the sequence in which it was met.
 *
 * A search over how far each thread has come. A thread runs as far as the others let it, since leaving it earlier does not
 * help anyone, except before it releases something: as long as it does not, others that wait for it can be left for nothing.
 */
export class CheapestOrder {
  /** Runs of one thread, each as the thread and how far it goes: the order that `isWithin` found. */
  readonly runs: { readonly thread: number; readonly to: number }[] = []
  readonly enabledness: Enabledness
  private readonly facts: TraceFacts

  private prefix: Prefix = { counts: new Int32Array(MAX_THREADS), extras: [] }
  private threads = 0
  private readonly lengths = new Int32Array(MAX_THREADS)
  /** By thread: how many of its events have been ordered. */
  private readonly position = new Int32Array(MAX_THREADS)
  /** Nothing in the prefix yields or blocks: leaving a thread anywhere but at its end is a preemption. */
  private simple = true
  /** By thread: what it does after the prefix; null when it has ended, undefined when that is not known. */
  private readonly nexts: (NextStep | null | undefined)[] = []
  /** By thread: how many events of the others must come before that; null when leaving the thread at its end costs nothing. */
  private readonly needed: (Int32Array | null)[] = []
  /** Whether the trace goes on after the prefix, or this is all of it. */
  private goesOn = true
  /** The thread whose last event must come last of all, or -1. */
  private failing = -1
  private readonly hopeless = new Map<string, number>()
  private places = 0

  constructor(facts: TraceFacts, execution: Execution) {
    this.facts = facts
    this.enabledness = new Enabledness(facts, execution)
  }

  /**
   * Whether some complete trace that has this prefix may be within the limit. Leaving a thread at its end in the prefix costs
   * nothing if its next step may follow there at once. Never larger for a part of the prefix: what happens in between outside
   * of that part happens after all that it depends on.
   */
  mayBeWithin(prefix: Prefix, limit: number): boolean {
    this.prepare(prefix)
    this.goesOn = true
    for (let t = 0; t < this.threads; t++) this.needed[t] = this.lengths[t] === 0 ? null : this.neededBy(t)
    return this.search(limit)
  }

  /** Whether the trace of the current execution, which is complete, is within the limit. */
  isWithin(limit: number): boolean {
    const { facts } = this
    this.prepare(facts.whole())
    this.goesOn = false
    if (facts.failed) this.failing = facts.log.thread[facts.length - 1]!
    return this.search(limit)
  }

  /** Whether the operation would be enabled after the prefix. */
  wouldBeEnabled(prefix: Prefix, next: NextStep): boolean {
    if (next.blocking === null) return true
    if (next.blocking.isJoin) return false // the end of a thread is what a join waits for
    this.prepare(prefix)
    return this.enabledness.isEnabled(next, prefix, this.lengths)
  }

  private prepare(prefix: Prefix): void {
    const { facts } = this
    this.prefix = prefix
    this.threads = facts.threads
    this.simple = true
    this.failing = -1
    this.enabledness.guessed = false
    this.position.fill(0)
    for (let t = 0; t < this.threads; t++) {
      this.lengths[t] = prefix.counts[t]!
      this.nexts[t] = facts.nextAfter(prefix, t)
      for (let i = 0; i < prefix.counts[t]!; i++) this.note(facts.events[facts.eventAt(t, i)]!)
    }
    for (const extra of prefix.extras) {
      this.lengths[extra.step.thread]!++
      this.note(extra)
    }
  }

  private note({ blocking, yields }: NextStep): void {
    if (yields || blocking !== null) this.simple = false
  }

  private neededBy(thread: number): Int32Array | null {
    const next = this.nexts[thread]
    if (next === null || next === undefined) return null
    // If it waits for one of two things, it can be blocked by what the prefix does not have.
    if (next.blocking !== null && !next.blocking.isJoin && next.step.cell2 >= 0) return null
    let some = false
    const needed = new Int32Array(this.threads)
    for (let t = 0; t < this.threads; t++) {
      if (t === thread) continue
      let count = this.lengths[t]!
      while (count > 0 && !conflict(this.facts.stepIn(this.prefix, t, count - 1).step, next.step)) count--
      needed[t] = count
      if (count > 0) some = true
    }
    return some ? needed : null
  }

  // --- the search ----------------------------------------------------------------------------------------------------

  private search(limit: number): boolean {
    this.hopeless.clear()
    this.places = 0
    this.runs.length = 0
    return this.canEnd(limit)
  }

  /** No thread is running: whether the rest can be ordered with at most so many preemptions. */
  private canEnd(budget: number): boolean {
    const { position, threads, runs } = this
    const start = position.slice(0, threads)
    const runsBefore = runs.length
    this.runFree()
    if (this.isDone()) return true
    if (!this.simple || budget > 0) {
      if (this.goesOn && ++this.places > MOST_PLACES) return true
      const key = position.subarray(0, threads).join()
      if ((this.hopeless.get(key) ?? -1) < budget) {
        for (let t = 0; t < threads; t++) if (this.canEndAfter(t, budget)) return true
        this.hopeless.set(key, budget)
      }
    }
    position.set(start)
    runs.length = runsBefore
    return false
  }

  /** The thread runs next, to any of the places where it may pay to leave it. */
  private canEndAfter(t: number, budget: number): boolean {
    const { position, runs } = this
    const from = position[t]!
    const furthest = this.furthest(t)
    for (let to = furthest; to > from; to--) {
      if (to < furthest && !this.mayPay(t, to)) continue
      position[t] = to
      runs.push({ thread: t, to })
      if (this.isDone()) return true
      const left = budget - this.costOfLeaving(t)
      if (left >= 0 && this.canEnd(left)) return true
      runs.pop()
      position[t] = from
    }
    return false
  }

  private isDone(): boolean {
    for (let t = 0; t < this.threads; t++) if (this.position[t]! < this.lengths[t]!) return false
    return true
  }

  /** Threads that can run to their end and be left there for nothing: better now than later, unless they release something. */
  private runFree(): void {
    for (let again = true; again;) {
      again = false
      for (let t = 0; t < this.threads; t++) if (this.runsFree(t)) again = true
    }
  }

  private runsFree(t: number): boolean {
    const { position, lengths } = this
    const from = position[t]!
    const to = lengths[t]!
    if (from === to || this.furthest(t) < to || (!this.simple && this.releases(t, from, to))) return false
    position[t] = to
    if (this.costOfLeaving(t) > 0 && !this.isDone()) {
      position[t] = from
      return false
    }
    this.runs.push({ thread: t, to })
    return true
  }

  /** Whether some event of the thread may enable others. A write may: some wait for memory to change. */
  private releases(t: number, from: number, to: number): boolean {
    for (let i = from; i < to; i++) {
      const { spec, step } = this.facts.stepIn(this.prefix, t, i)
      if (spec.releases === true || step.access === Access.write || step.access2 === Access.write || step.end >= 0) return true
    }
    return this.nexts[t] === undefined
  }

  /** How far the thread can run. */
  private furthest(t: number): number {
    let at = this.position[t]!
    while (at < this.lengths[t]! && this.isReady(t, at)) at++
    return at
  }

  private isReady(own: number, index: number): boolean {
    const { position, prefix, facts } = this
    if (own === this.failing && index === this.lengths[own]! - 1) return this.areOthersDone(own)
    if (index >= prefix.counts[own]!) {
      const { past } = facts.stepIn(prefix, own, index) as typeof prefix.extras[number]
      for (let t = 0; t < this.threads; t++) if (t !== own && past[t]! > position[t]!) return false
      return true
    }
    const event = facts.eventAt(own, index)
    for (let t = 0; t < this.threads; t++) if (t !== own && facts.happensBefore.seen(event, t) > position[t]!) return false
    return true
  }

  private areOthersDone(own: number): boolean {
    for (let t = 0; t < this.threads; t++) if (t !== own && this.position[t]! < this.lengths[t]!) return false
    return true
  }

  private mayPay(t: number, at: number): boolean {
    return !this.simple && (this.facts.stepIn(this.prefix, t, at - 1).yields || this.releases(t, at, at + 1))
  }

  // --- costs ---------------------------------------------------------------------------------------------------------

  /** 1 if leaving the thread where it is now is a preemption. */
  private costOfLeaving(t: number): number {
    const at = this.position[t]!
    if (!this.simple && this.facts.stepIn(this.prefix, t, at - 1).yields) return 0
    if (at < this.lengths[t]!) return this.costBefore(this.facts.stepIn(this.prefix, t, at))
    if (t === this.failing) return 0
    const next = this.nexts[t]
    if (!this.goesOn) return next === null || next === undefined ? 0 : this.costBefore(next)
    const needed = this.needed[t]!
    return needed === null || this.mayFollow(needed) ? 0 : this.costBefore(next!)
  }

  private costBefore(next: NextStep): number {
    return next.blocking === null || this.enabledness.isEnabled(next, this.prefix, this.position) ? 1 : 0
  }

  /** Whether the thread's next step may come now: all that it depends on has. */
  private mayFollow(needed: Int32Array): boolean {
    for (let u = 0; u < this.threads; u++) if (needed[u]! > this.position[u]!) return false
    return true
  }
}
