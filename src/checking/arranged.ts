import { internalError } from '../base/errors.ts'
import type { Ending } from '../execution/ending.ts'
import type { Execution } from '../execution/execution.ts'
import { rerun } from '../execution/replay/rerun.ts'
import type { RawSchedule } from '../execution/replay/schedule-of.ts'
import type { Arrangement } from '../search/arrangements.ts'

/** The schedule of the execution in which threads have each other's parts. Declared threads are numbered by their slots. */
export function arranged({ threads, ...rest }: RawSchedule, arrangement: Arrangement): RawSchedule {
  const whoHas: number[] = []
  arrangement.forEach((part, slot) => {
    whoHas[part] = slot
  })
  return { ...rest, threads: threads.map((number) => whoHas[number] ?? number) }
}

type Examine = (execution: Execution, ending: Ending, schedule: () => RawSchedule) => void

/** Executions that are run to see their outcomes, when the search has done with the one that stands for them. */
export class ArrangedExecutions {
  private readonly execution: Execution
  private waiting: { readonly schedule: RawSchedule; readonly examine: Examine }[] = []

  constructor(execution: Execution) {
    this.execution = execution
  }

  add(schedule: () => RawSchedule, arrangements: readonly Arrangement[], examine: Examine): void {
    if (arrangements.length === 0) return
    const given = schedule()
    for (const arrangement of arrangements) this.waiting.push({ schedule: arranged(given, arrangement), examine })
  }

  /**
   * They run all of the program's code, so what is seen are executions of the program, whatever was taken to be alike.
   * False if there are none.
   */
  run(isOver: () => boolean): boolean {
    const { execution, waiting } = this
    if (waiting.length === 0) return false
    this.waiting = []
    for (const { schedule, examine } of waiting) {
      if (isOver()) return true
      const ending = rerun(execution, schedule)
      if (ending === null) throw internalError("an execution with threads in each other's places does not end")
      examine(execution, ending, () => schedule)
    }
    return true
  }
}
