import type { Slot } from '../base/thread-numbers.ts'
import type { Execution } from '../execution/execution.ts'
import type { EventLog } from '../trace/event-log.ts'
import type { RaceDetector } from '../trace/race-detector.ts'

/** Shows the events of S to a race detector, as S grows and shrinks. */
export class RaceWatch {
  readonly detector: RaceDetector
  private readonly execution: Execution
  private readonly log: EventLog
  /** Nothing is shown until the first access that can race: all there is to know up to then is in the log. */
  private begun = false

  constructor(detector: RaceDetector, execution: Execution, log: EventLog) {
    this.detector = detector
    this.execution = execution
    this.log = log
  }

  /** Where plain accesses happen along with transitions, they are seen as they happen. */
  step(thread: Slot, choice: number): void {
    const { execution, detector } = this
    this.begun = true
    detector.open()
    execution.observer = detector
    execution.step(thread, choice)
    execution.observer = null
  }

  /** What threads do before their first transition. */
  reset(): void {
    this.execution.observer = this.detector
    this.execution.reset()
    this.execution.observer = null
  }

  /** Event `depth` was executed; `isNew` says whether its local state is. */
  push(depth: number, isNew: boolean): void {
    const { detector, log, execution } = this
    if (execution.syncOnly) return
    if (!this.begun) {
      const { accessesMemory, synchronises } = log.specs[depth]!
      const { bytes, stride } = log.accesses[depth]!
      if (accessesMemory !== true || (synchronises && bytes === stride)) return
      this.begun = true
      for (let i = 0; i < execution.program.threads.length; i++) detector.started(i, -1)
      for (let i = 0; i < depth; i++) detector.push(log, i, true)
    }
    detector.push(log, depth, isNew)
  }

  pop(): void {
    if (this.begun) this.detector.pop()
  }
}
