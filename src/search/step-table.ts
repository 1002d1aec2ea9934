import type { EventLog } from '../trace/event-log.ts'
import { Transition } from '../trace/transition.ts'

/**
 * One object for all transitions with the same footprint, so that whoever keeps many of them shares instead of copying.
 * There are as many as a program has threads times what they access, which is few.
 */
export class StepTable {
  /** All of them, in the order in which they came. */
  readonly all: Transition[] = []
  private readonly buckets = new Map<number, { readonly step: Transition; readonly number: number }[]>()
  private readonly scratch = new Transition()

  ofEvent(log: EventLog, event: number): Transition {
    return this.shared(this.scratch.ofEvent(log, event))
  }

  /** The event with all the values that it could have chosen. */
  ofEventWithAnyChoice(log: EventLog, event: number): Transition {
    const step = this.scratch.ofEvent(log, event)
    step.choice = -1
    return this.shared(step)
  }

  /** The step that is the same as this one and is never changed. */
  shared(step: Transition): Transition {
    return this.all[this.numberOf(step)]!
  }

  /** Its place in `all`. */
  numberOf(step: Transition): number {
    const key =
      ((Math.imul(step.accesses.cell + 1, 0x9e3779b1) ^ Math.imul(step.thread * 4 + step.accesses.access, 0x85ebca6b)) +
        step.choice) |
      0
    let bucket = this.buckets.get(key)
    if (bucket === undefined) this.buckets.set(key, (bucket = []))
    for (let i = 0; i < bucket.length; i++) if (bucket[i]!.step.equals(step)) return bucket[i]!.number
    const copy = step.copy()
    bucket.push({ step: copy, number: this.all.length })
    return this.all.push(copy) - 1
  }
}
