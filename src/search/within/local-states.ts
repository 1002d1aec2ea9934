import { MAX_THREADS } from '../../program/program.ts'
import type { Footprint } from '../../trace/footprint.ts'
import { extraAt, type NextStep, type Prefix } from './prefix.ts'
import type { TraceFacts } from './trace-facts.ts'

/** Beyond so many local states nothing more is remembered. */
const MOST_STATES = 200_000

/**
 * What threads do next in local states that some execution has reached: that depends on the causal past of a thread's last
 * event alone. Local states are named by 53-bit hashes.
 */
export class LocalStates {
  private readonly facts: TraceFacts
  /** By event of the current execution: the name of the local state that it led to. */
  private readonly names: number[] = []
  /** By name: the thread's next step, or null when it has ended. */
  private readonly nextSteps = new Map<number, NextStep | null>()
  private readonly scratch = new Int32Array(MAX_THREADS)

  constructor(facts: TraceFacts) {
    this.facts = facts
  }

  /** The event has been executed, and its thread is about to take this step (undefined: nobody knows). */
  reached(event: number, next: NextStep | null | undefined): void {
    const { facts, scratch } = this
    for (let t = 0; t < facts.threads; t++) scratch[t] = facts.happensBefore.seen(event, t)
    const { step } = facts.events[event]!
    scratch[step.thread]!--
    const name = this.name(step, scratch, null)
    this.names[event] = name
    if (next !== undefined && this.nextSteps.size < MOST_STATES) this.nextSteps.set(name, next)
  }

  /** The local state that the event of the current execution led to. */
  nameOf(event: number): number {
    return this.names[event]!
  }

  /** What comes next: null when the thread has ended, undefined when no execution has been there. */
  next(name: number): NextStep | null | undefined {
    return this.nextSteps.get(name)
  }

  /** The local state after a step with this past (without itself), which the last event of each thread in it tells. */
  name({ thread, choice }: Footprint, past: Int32Array, prefix: Prefix | null): number {
    let lo = Math.imul(thread + 1, 0x9e3779b1) ^ choice
    let hi = Math.imul(thread + 1, 0x85ebca6b) + choice
    for (let t = 0; t < this.facts.threads; t++) {
      if (past[t] === 0) continue
      const name = this.nameAt(t, past[t]! - 1, prefix)
      lo = Math.imul(lo ^ (name | 0), 0xcc9e2d51)
      lo = Math.imul((lo << 15) | (lo >>> 17), 0x1b873593) + t
      hi = Math.imul(hi ^ Math.floor(name / 0x1_0000_0000) ^ lo, 0xc2b2ae35)
      hi = (hi ^ (hi >>> 15)) + (name | 0)
    }
    lo = Math.imul(lo ^ (lo >>> 16), 0x85ebca6b)
    return (hi & 0x1f_ffff) * 0x1_0000_0000 + (lo >>> 0)
  }

  private nameAt(thread: number, index: number, prefix: Prefix | null): number {
    if (prefix === null || index < prefix.counts[thread]!) return this.names[this.facts.eventAt(thread, index)]!
    return extraAt(prefix, thread, index)!.hash
  }
}
