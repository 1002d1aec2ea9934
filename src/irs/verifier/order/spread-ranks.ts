import { Accesses, conflict } from '../../../dependence/accesses.ts'
import type { Execution } from '../../../execution/execution.ts'
import type { RankData } from '../../order-data.ts'

/**
 * Ranks of threads by which those that conflict are far apart: threads are put into classes without conflicts inside
 * (greedily, by when they
 * begin), and run class by class. A trace in that order has short chains, so that most threads need not wait for more
 * than one other.
 */
export class ConflictCollector {
  private readonly execution: Execution
  private readonly touches = new Map<number, Accesses[]>()

  constructor(execution: Execution) {
    this.execution = execution
  }

  /** The pending operation of the thread is about to happen. */
  note(handle: number): void {
    const thread = this.execution.threads.find((one) => one.handle === handle)!
    const list = this.touches.get(handle) ?? []
    this.touches.set(handle, list)
    const touch = new Accesses().set(thread.operation.accesses)
    if (list.length < MOST_TOUCHES && !list.some((known) => known.equals(touch))) list.push(touch)
  }

  /** Null when there is nothing to gain: all threads conflict with all others, or none does. */
  ranks(ordinary: RankData): RankData | null {
    const span =
      1 + ordinary.reduce((latest, [, times]) => times.reduce((most, time) => Math.max(most, time), latest), 0)
    const classes = this.classes(
      ordinary.toSorted(([, a], [, b]) => (a[0] ?? 0) - (b[0] ?? 0)).map(([handle]) => handle),
    )
    const used = new Set(classes.values()).size
    if (used === 1 || used === classes.size) return null
    return ordinary.map(([handle, times]) => [handle, times.map((time) => classes.get(handle)! * span + time)])
  }

  private classes(handles: readonly number[]): Map<number, number> {
    const classes = new Map<number, number>()
    for (const handle of handles) {
      const taken = new Set(
        handles
          .filter((other) => classes.has(other) && this.conflict(handle, other))
          .map((other) => classes.get(other)!),
      )
      let free = 0
      while (taken.has(free)) free++
      classes.set(handle, free)
    }
    return classes
  }

  private conflict(one: number, other: number): boolean {
    const others = this.touches.get(other) ?? []
    return (this.touches.get(one) ?? []).some((touch) => others.some((another) => conflict(touch, another)))
  }
}

/** Per thread: with more, comparing takes longer than it is worth for a guess. */
const MOST_TOUCHES = 200
