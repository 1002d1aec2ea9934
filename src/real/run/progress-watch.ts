import type { Slot } from '../../base/thread-numbers.ts'
import { type ControlBlock, SlotState, Word } from '../protocol/control-block.ts'

/** How long the coordinator sleeps before it looks after itself. */
export const SLICE_MS = 20

/** Nobody can be woken any more; a notified thread gets this long to notice. */
const DEADLOCK_MS = 1000
/** A failed run is over, but threads that can end keep the pool warm. */
const AFTER_FAILURE_MS = 100

/**
 * Decides when a run will not end. It counts the slices that it has really looked at instead of reading a clock: a
 * process that was stopped for a while must not find its threads stuck when it goes on.
 */
export class StuckWatch {
  private readonly control: ControlBlock
  private readonly timeoutMs: number
  private lastProgress = -1
  private idleSlices = 0

  constructor(control: ControlBlock, timeoutMs: number) {
    this.control = control
    this.timeoutMs = timeoutMs
  }

  reset(): void {
    this.idleSlices = 0
    this.lastProgress = -1
  }

  /** To be called after each slice in which nobody called for attention. */
  look(hasFailed: boolean): 'deadlock' | 'timeout' | null {
    const progress = this.progress()
    this.idleSlices = progress === this.lastProgress ? this.idleSlices + 1 : 0
    this.lastProgress = progress
    const idleMs = this.idleSlices * SLICE_MS
    if (hasFailed && idleMs >= AFTER_FAILURE_MS) return 'timeout'
    if (idleMs >= Math.min(DEADLOCK_MS, this.timeoutMs) && this.allSleep()) return 'deadlock'
    return idleMs >= this.timeoutMs ? 'timeout' : null
  }

  /** Changes whenever a thread ends, comes to be, goes to sleep or wakes up. */
  private progress(): number {
    const { words } = this.control
    let sum = Atomics.load(words, Word.pending)
    for (const slot of this.live())
      sum = (Math.imul(sum, 31) + Atomics.load(words, this.control.waitMark(slot)) + slot) >>> 0
    return sum
  }

  private allSleep(): boolean {
    return [...this.live()].every((slot) => this.isAsleep(slot))
  }

  isAsleep(slot: Slot): boolean {
    return (Atomics.load(this.control.words, this.control.waitMark(slot)) & 1) === 1
  }

  *live(): Generator<number> {
    for (let slot = 0, used = this.control.usedSlots(); slot < used; slot++) {
      if (Atomics.load(this.control.words, this.control.state(slot)) === SlotState.live) yield slot
    }
  }
}
