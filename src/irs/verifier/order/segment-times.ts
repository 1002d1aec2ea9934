import type { Execution, OperationObserver } from '../../../execution/execution.ts'

/** In µs. Not `performance.now`, which is the program's while it is explored. */
const now = (): number => Number(process.hrtime.bigint()) / 1000

/**
 * How long threads run between two operations, in µs, as seen when the program is explored: the least of several times,
 * since code
 * that is not yet compiled takes longer, and other processes get in between.
 */
export class SegmentTimes {
  private readonly least = new Map<string, number>()

  /** Runs the segment that follows the first `k` operations of the thread. */
  measure(handle: number, k: number, segment: () => void): void {
    const begin = now()
    segment()
    this.note(handle, k, now() - begin)
  }

  /** Begins an execution, in which all declared threads run to their first operations. */
  measureStarts(execution: Execution): void {
    let slot = -1
    let begin = 0
    const close = (): void => {
      if (slot >= 0) this.note(execution.threads[slot]!.handle, 0, now() - begin)
    }
    const observer: OperationObserver = {
      reset: () => undefined,
      performed: () => undefined,
      joined: () => undefined,
      started: (thread) => {
        close()
        slot = thread
        begin = now()
      },
    }
    execution.observer = observer
    try {
      execution.reset()
      close()
    } finally {
      execution.observer = null
    }
  }

  private note(handle: number, k: number, time: number): void {
    const key = `${handle} ${k}`
    const known = this.least.get(key)
    if (known === undefined || time < known) this.least.set(key, time)
  }

  of(handle: number, k: number): number {
    return this.least.get(`${handle} ${k}`) ?? 0
  }
}
