import type { Slot } from '../../base/thread-numbers.ts'
import { nondeterminism } from '../../base/errors.ts'
import { isChoose } from '../../program/operations/controls.ts'
import type { Operation } from '../../program/operations/operation.ts'
import type { Schedule } from '../../trace/schedule.ts'
import { ThreadStatus } from '../controlled-thread.ts'
import { operationText, locate } from '../description/describe.ts'
import { type Ending, endingOf } from '../ending.ts'
import type { Execution } from '../execution.ts'
import { fingerprintOf } from './fingerprints.ts'

/**
 * What a schedule must say to be run, and what its transitions are; with fingerprints, each operation must be the one
 * that they stand for.
 */
export type Runnable = Pick<Schedule, 'threads' | 'choices' | 'syncOnly'> & Partial<Pick<Schedule, 'fingerprints'>>

/**
 * Runs a schedule once more, all of the program's code, and says how it ended; null when it ends before the threads do.
 * Throws where it does not fit the program.
 */
export function rerun(execution: Execution, schedule: Runnable): Ending | null {
  execution.remembers = false // a search says again what it wants
  try {
    return new Rerun(execution, schedule).run()
  } finally {
    execution.leave()
  }
}

/** One more run of a schedule, step by step. */
export class Rerun {
  protected readonly execution: Execution
  private readonly schedule: Runnable
  private nextChoice = 0

  constructor(execution: Execution, schedule: Runnable) {
    this.execution = execution
    this.schedule = schedule
  }

  run(): Ending | null {
    const { execution, schedule } = this
    const { syncOnly } = execution
    execution.syncOnly = schedule.syncOnly === true
    try {
      execution.reset()
      for (let i = 0; i < schedule.threads.length; i++) this.take(i)
      execution.leave()
      return execution.failure !== null || !execution.anyEnabled ? endingOf(execution) : null
    } finally {
      execution.syncOnly = syncOnly
    }
  }

  /** Event number `index`. */
  private take(index: number): void {
    const { execution, schedule } = this
    const slot = execution.order[schedule.threads[index]!]
    const thread = slot === undefined ? undefined : execution.threads[slot]
    if (slot === undefined || thread === undefined || !execution.isEnabled(slot)) throw this.cannotRun(index)
    const { operation } = thread
    if (schedule.fingerprints !== undefined && schedule.fingerprints[index] !== fingerprintOf(operation))
      throw this.differs(index, thread.name, operation)
    this.step(index, slot, isChoose(operation) ? this.choiceFor(operation, index) : 0)
  }

  protected step(_index: number, slot: Slot, choice: number): void {
    this.execution.step(slot, choice)
  }

  private choiceFor(op: Operation, index: number): number {
    const choice = this.schedule.choices[this.nextChoice++]
    if (choice === undefined || choice >= (op.operand as number)) {
      throw nondeterminism(
        `the schedule does not fit the program: it has no value for ${operationText(op)} of event ${index + 1}`,
      )
    }
    return choice
  }

  private cannotRun(index: number): Error {
    const { execution } = this
    const number = this.schedule.threads[index]!
    const slot = execution.order[number]
    if (slot === undefined)
      return nondeterminism(
        `the schedule does not fit the program: event ${index + 1} belongs to thread number ${number + 1}, and there are only ${execution.order.length}`,
      )
    const thread = execution.threads[slot]!
    const why =
      thread.status === ThreadStatus.ended
        ? 'it has already ended'
        : execution.failure !== null
          ? 'the execution has already failed'
          : `its operation \`${operationText(thread.operation)}\` is blocked${placed(thread.operation)}`
    return nondeterminism(
      `the schedule does not fit the program: event ${index + 1} belongs to thread ${thread.name}, but ${why}. Has the program changed?`,
    )
  }

  private differs(index: number, thread: string, op: Operation): Error {
    return nondeterminism(
      `the schedule does not fit the program: event ${index + 1}, of thread ${thread}, was another operation when the schedule was made; ` +
        `now it is \`${operationText(op)}\`${placed(op)}. The program has changed: check it again`,
    )
  }
}

function placed(op: Operation): string {
  const at = locate(op.site, op.origin)
  return at === null ? '' : ` at ${at}`
}
