import { internalError, nondeterminism } from '../errors.ts'
import { isChoose, isYield } from '../program/controls.ts'
import { hasTimedOut } from '../program/memory-operations.ts'
import { isSpinning } from '../program/spin.ts'
import { type Operation, running } from '../program/operation.ts'
import { hashText, type Schedule } from '../trace/schedule.ts'
import { describeLocation, describeOperation, describeValue, locate } from './describe.ts'
import { type Ending, endingOf } from './ending.ts'
import type { Execution } from './execution.ts'
import { ThreadStatus } from './controlled-thread.ts'

/** One executed operation, as people read it. */
export interface RecordedEvent {
  readonly index: number
  readonly thread: string
  readonly operation: string
  readonly location: string | null
  readonly value: string | null
  readonly at: string | null
  /** The previous thread could have gone on. */
  readonly preemption: boolean
}

export interface BlockedThread {
  readonly thread: string
  readonly operation: string
  readonly heldBy: readonly string[]
  readonly at: string | null
  /** It waits in a loop of its own, which exploration recognised as a spin-wait. */
  readonly spins: boolean
}

export interface Recording {
  readonly events: readonly RecordedEvent[]
  readonly fingerprints: readonly number[]
  readonly preemptions: number
  readonly ending: Ending | null
  /** The threads that wait, when it ended in a deadlock. */
  readonly blocked: readonly BlockedThread[]
}

/** Runs a schedule once more, noting what each event does. With `expected`, each operation must be the one that is known. */
export function record(execution: Execution, schedule: Pick<Schedule, 'threads' | 'choices'>, expected?: readonly number[]): Recording {
  running.recording = true
  try {
    return new Recorder(execution, schedule, expected).run()
  } finally {
    running.recording = false
    execution.leave()
  }
}

class Recorder {
  private readonly execution: Execution
  private readonly schedule: Pick<Schedule, 'threads' | 'choices'>
  private readonly expected: readonly number[] | undefined
  private readonly events: RecordedEvent[] = []
  private readonly fingerprints: number[] = []
  private nextChoice = 0
  private preemptions = 0
  private previous = -1
  private previousYielded = false

  constructor(execution: Execution, schedule: Pick<Schedule, 'threads' | 'choices'>, expected: readonly number[] | undefined) {
    this.execution = execution
    this.schedule = schedule
    this.expected = expected
  }

  run(): Recording {
    const { execution, schedule } = this
    execution.reset()
    for (let i = 0; i < schedule.threads.length; i++) this.step(i, schedule.threads[i]!)
    execution.leave()
    const complete = execution.failure !== null || !execution.anyEnabled
    const ending = complete ? endingOf(execution) : null
    const blocked = ending?.kind === 'deadlock' ? blockedThreads(execution) : []
    return { events: this.events, fingerprints: this.fingerprints, preemptions: this.preemptions, ending, blocked }
  }

  private step(index: number, number: number): void {
    const { execution } = this
    const slot = execution.order[number]
    const thread = slot === undefined ? undefined : execution.threads[slot]
    if (slot === undefined || thread === undefined || !execution.isEnabled(slot)) throw this.cannotRun(index, number)
    const op = thread.operation
    const operation = describeOperation(op)
    const fingerprint = hashText(operation) & 0xff
    if (this.expected !== undefined && this.expected[index] !== fingerprint) throw this.differs(index, thread.name, op)
    const preemption = slot !== this.previous && this.previous >= 0 && !this.previousYielded && execution.isEnabled(this.previous)
    const choice = isChoose(op) ? this.choiceFor(op) : 0
    const { operand, operand2, spec, site, stack } = op
    const location = describeLocation(op)
    const yields = isYield(op)
    execution.step(slot, choice)
    this.previousYielded = yields || hasTimedOut(spec, execution.lastValue)
    if (preemption) this.preemptions++
    this.fingerprints.push(fingerprint)
    this.previous = slot
    this.events.push({
      index: index + 1, thread: thread.name, operation: location === null ? operation : spec.name, location,
      value: describeValue(operand, operand2, spec.name, execution.lastValue), at: locate(site, stack), preemption,
    })
  }

  private choiceFor(op: Operation): number {
    const choice = this.schedule.choices[this.nextChoice++]
    if (choice === undefined || choice >= (op.operand as number)) {
      throw nondeterminism(`the schedule does not fit the program: it has no value for ${describeOperation(op)} of event ${this.events.length + 1}`)
    }
    return choice
  }

  private cannotRun(index: number, number: number): Error {
    const { execution } = this
    const slot = execution.order[number]
    if (slot === undefined) return nondeterminism(`the schedule does not fit the program: event ${index + 1} belongs to thread number ${number + 1}, and there are only ${execution.order.length}`)
    const thread = execution.threads[slot]!
    const why = thread.status === ThreadStatus.ended ? 'it has already ended'
      : execution.failure !== null ? 'the execution has already failed'
      : `its operation \`${describeOperation(thread.operation)}\` is blocked${this.place(thread.operation)}`
    return nondeterminism(`the schedule does not fit the program: event ${index + 1} belongs to thread ${thread.name}, but ${why}. Has the program changed?`)
  }

  private differs(index: number, thread: string, op: Operation): Error {
    return nondeterminism(
      `the schedule does not fit the program: event ${index + 1}, of thread ${thread}, was another operation when the schedule was made; ` +
      `now it is \`${describeOperation(op)}\`${this.place(op)}. The program has changed: check it again`)
  }

  private place(op: Operation): string {
    const at = locate(op.site, op.stack)
    return at === null ? '' : ` at ${at}`
  }
}

function blockedThreads(execution: Execution): BlockedThread[] {
  const name = (slot: number): string => execution.threads[slot]!.name
  return execution.threads.filter((thread) => thread.status === ThreadStatus.pending).map(({ name: thread, operation: op }) => ({
    thread,
    operation: describeOperation(op),
    spins: isSpinning(op),
    heldBy: (op.target2?.model ?? op.target?.model)?.holders().map(name) ?? [],
    at: locate(op.site, op.stack),
  }))
}

/** The schedule of an execution that has just run, given the slots that executed its events, and in which order threads came to be. */
export function scheduleOf(
  execution: Execution, slots: ArrayLike<number>, choices: readonly number[], length: number, created: readonly number[] = execution.order,
): Pick<Schedule, 'threads' | 'choices'> {
  const numbers = new Map(created.map((slot, number) => [slot, number]))
  const threads = Array.from({ length }, (_, i) => numbers.get(slots[i]!))
  if (threads.includes(undefined)) throw internalError('an event of a thread that was never created')
  return { threads: threads as number[], choices }
}
