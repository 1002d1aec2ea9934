import type { Slot } from '../../base/thread-numbers.ts'
import { Access } from '../../dependence/accesses.ts'
import type { EventLog } from '../../trace/event-log.ts'

/** How often each thread of one execution has accessed each location that several threads access. */
export class LocationProfile {
  isTaken = false
  /** The cells that several threads access, one of them writing. */
  readonly shared: number[] = []
  private readonly threads: number
  /** By cell: how often, by slot, the threads it spawns included. */
  private readonly counts = new Map<number, Int32Array>()

  constructor(threads: number) {
    this.threads = threads
  }

  take(log: EventLog, events: number): void {
    this.isTaken = true
    const written = new Set<number>()
    for (let i = 0; i < events; i++) {
      const { cell, bytes, stride, access, cell2, access2 } = log.accesses[i]!
      const note = (c: number, writes: boolean): void => {
        this.countsOf(c)[log.thread[i]!]!++
        if (writes) written.add(c)
      }
      if (access !== Access.none) for (let c = cell; c < cell + bytes; c += stride) note(c, access === Access.write)
      if (cell2 >= 0) note(cell2, access2 === Access.write)
    }
    for (const [cell, counts] of this.counts)
      if (written.has(cell) && counts.filter((count) => count > 0).length > 1) this.shared.push(cell)
    // Backwards: children come after their parents.
    for (let i = events - 1; i >= 0; i--) {
      const child = log.spawned[i]!
      if (child >= 0) for (const counts of this.counts.values()) counts[log.thread[i]!]! += counts[child]!
    }
  }

  /** How often the thread and those it spawns have accessed the cell. */
  withChildren(cell: number, thread: Slot): number {
    return this.counts.get(cell)?.[thread] ?? 0
  }

  private countsOf(cell: number): Int32Array {
    const known = this.counts.get(cell)
    if (known !== undefined) return known
    const counts = new Int32Array(this.threads)
    this.counts.set(cell, counts)
    return counts
  }
}
