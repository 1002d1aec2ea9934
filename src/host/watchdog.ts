import type { Slot } from '../base/thread-numbers.ts'
import { Phase, Word } from './protocol.ts'

/**
 * What stood still: a thread of the program (its slot and the site of its last operation), or code outside of threads.
 */
export type Standstill = { readonly slot: Slot; readonly site: number } | null

/** Outside of threads Heddle itself may be thinking, so patience is longer there. */
const OUTSIDE_THREADS = 6

/**
 * Watches the heartbeat of a worker that explores: while it moves, operations are reached. Time is counted in polls,
 * not read from a clock, so that a suspended or overloaded machine is not taken for a stuck program.
 */
export class Watchdog {
  private readonly words: Int32Array
  private readonly limitMs: number
  private readonly pollMs: number
  private readonly onStandstill: (what: Standstill) => void
  private readonly timer: NodeJS.Timeout
  private last = ''
  private stillMs = 0

  constructor(words: Int32Array, limitMs: number, onStandstill: (what: Standstill) => void) {
    this.words = words
    this.limitMs = limitMs
    this.pollMs = Math.max(10, Math.min(250, limitMs / 4))
    this.onStandstill = onStandstill
    this.timer = setInterval(() => this.poll(), this.pollMs)
    this.timer.unref()
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private poll(): void {
    const [transitions, running, executions, phase] = [Word.transitions, Word.running, Word.executions, Word.phase].map(
      (word) => Atomics.load(this.words, word),
    ) as [number, number, number, number]
    const now = `${transitions} ${running} ${executions}`
    this.stillMs = phase === Phase.exploring && now === this.last ? this.stillMs + this.pollMs : 0
    this.last = now
    if (this.stillMs < (running === 0 ? OUTSIDE_THREADS : 1) * this.limitMs) return
    this.stop()
    this.onStandstill(running === 0 ? null : { slot: running - 1, site: Atomics.load(this.words, Word.site) })
  }
}
