import type { EventLog } from '../trace/event-log.ts'
import { Footprint } from '../trace/footprint.ts'

/**
 * One object for all transitions with the same footprint, so that wakeup trees share them instead of copying. There are as
 * many as a program has threads times what they access, which is few.
 */
export class StepTable {
  private readonly buckets = new Map<number, Footprint[]>()
  private readonly scratch = new Footprint()

  ofEvent(log: EventLog, event: number): Footprint {
    return this.shared(this.scratch.ofEvent(log, event))
  }

  /** The event with all the values that it could have chosen. */
  ofEventWithAnyChoice(log: EventLog, event: number): Footprint {
    const step = this.scratch.ofEvent(log, event)
    step.choice = -1
    return this.shared(step)
  }

  /** The step that is the same as this one and is never changed. */
  shared(step: Footprint): Footprint {
    const key = (Math.imul(step.cell + 1, 0x9e3779b1) ^ Math.imul(step.thread * 4 + step.access, 0x85ebca6b)) + step.choice | 0
    let bucket = this.buckets.get(key)
    if (bucket === undefined) this.buckets.set(key, bucket = [])
    for (let i = 0; i < bucket.length; i++) if (bucket[i]!.equals(step)) return bucket[i]!
    const copy = step.copy()
    bucket.push(copy)
    return copy
  }
}
