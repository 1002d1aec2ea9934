import * as atomics from '../../../src/base/atomics.ts'
import type { CausalPast } from '../../../src/irs/causal-past.ts'
import { Wakeups } from '../../../src/irs/enforcement/gate/wakeups.ts'

/** What the threads of the program and the scheduler share besides the state of the gates. */
export const RequestWord = {
  /** Changes whenever an event was recorded that somebody may wait for. */
  recorded: 0,
  words: 1,
} as const

/**
 * [IRS, IV]: a thread that may go on does so by itself; one that must wait is woken by the scheduler thread, which is
 * told of every event that has happened.
 */
export class CentralWakeups extends Wakeups {
  private readonly requests: Int32Array

  constructor(requests: Int32Array, ...parts: ConstructorParameters<typeof Wakeups>) {
    super(...parts)
    this.requests = requests
  }

  override release(): void {
    atomics.add(this.requests, RequestWord.recorded, 1)
    atomics.notify(this.requests, RequestWord.recorded)
  }
}

/** The scheduler's side: wakes all that wait for what may happen now. Under the lock. */
export class SchedulerWakeups extends Wakeups {
  wakeAdmissible(past: CausalPast): void {
    this.each((waiting) => {
      const touch = this.other.read(this.words, this.state.touch(waiting))
      past.identify(waiting, this.state.handles[waiting]!, 0, touch)
      const event = this.admission.index.find(past.lo, past.hi)
      if (event >= 0 && this.admission.witnessFor(waiting, event) >= 0) this.wake(waiting)
    })
  }
}
