import type { Slot } from '../../base/thread-numbers.ts'
import { isSpawn, isYield } from '../../program/operations/controls.ts'
import { isSpinning } from '../../program/loops/spin-wait.ts'
import type { Operation } from '../../program/operations/operation.ts'
import { hasTimedOut } from '../../program/operations/operation-spec.ts'
import {
  describeLocation,
  describeOperation,
  describePlace,
  describeValue,
  locate,
  operationText,
} from '../description/describe.ts'
import type { Ending } from '../ending.ts'
import type { Execution } from '../execution.ts'
import { ThreadStatus } from '../controlled-thread.ts'
import { folded } from './fold.ts'
import { heldBy, heldByEnded, type Taken, TakenLocks } from '../description/held-locks.ts'
import { type Contents, MemoryRecord } from './memory-record.ts'
import { Rerun, type Runnable } from './rerun.ts'

/** One executed operation, as people read it. */
export interface RecordedEvent {
  readonly index: number
  readonly thread: string
  readonly operation: string
  readonly location: string | null
  /** The location as the program would write it, where that is something else. */
  readonly place?: string
  readonly value: string | null
  readonly at: string | null
  /** The previous thread could have gone on. */
  readonly preemption: boolean
  /** The calls that it is in, innermost first. */
  readonly calls: readonly string[]
  /** If asked for: what is in memory since the event before it. */
  readonly changed?: Contents
}

export interface BlockedThread {
  readonly thread: string
  readonly operation: string
  readonly heldBy: readonly string[]
  /** Those of them that have ended. */
  readonly ended: readonly string[]
  readonly at: string | null
  /** The calls that it is in, innermost first. */
  readonly calls: readonly string[]
  /** The locks that it holds meanwhile. */
  readonly holds: readonly Omit<Taken, 'thread'>[]
  /** It waits in a loop of its own, which exploration recognised as a spin-wait. */
  readonly spins: boolean
}

export interface Recording {
  /** All, or those that were asked for; the last one is always among them. */
  readonly events: readonly RecordedEvent[]
  readonly preemptions: number
  readonly ending: Ending | null
  /** The threads that wait, when it ended in a deadlock. */
  readonly blocked: readonly BlockedThread[]
  /** The locks that threads hold that have ended. */
  readonly held: readonly Taken[]
  /** If asked for: what the locations that events came to held in the beginning. */
  readonly memory?: Contents
}

/** Runs a schedule once more, noting what each event does; of a long one, as many as are asked for. */
export function record(
  execution: Execution,
  schedule: Runnable,
  most = Infinity,
  details = false,
  onEvent?: (index: number) => void,
): Recording {
  return recording(execution, () => new Recorder(execution, schedule, most, details, onEvent).record())
}

/** Runs a schedule once more, all operations noting where generator threads make them. */
export function runWithOrigins(execution: Execution, schedule: Runnable): void {
  recording(execution, () => new Rerun(execution, schedule).run())
}

function recording<T>(execution: Execution, run: () => T): T {
  execution.context.recording = true
  try {
    return run()
  } finally {
    execution.context.recording = false
    execution.leave()
  }
}

class Recorder extends Rerun {
  private readonly events: RecordedEvent[] = []
  /** Null when all are. */
  private readonly shown: Uint8Array | null
  /** After which events the thread's next operation has to note where it is made. */
  private readonly noting: Uint8Array | null
  private readonly taken = new TakenLocks()
  private readonly memory: MemoryRecord | null
  private readonly onEvent: ((index: number) => void) | undefined
  private preemptions = 0
  private previous = -1
  private previousYielded = false

  constructor(
    execution: Execution,
    schedule: Runnable,
    most: number,
    details: boolean,
    onEvent: ((index: number) => void) | undefined,
  ) {
    super(execution, schedule)
    this.onEvent = onEvent
    this.memory = details ? new MemoryRecord(execution) : null
    this.shown = schedule.threads.length <= most ? null : folded(schedule.threads, most)
    this.noting = this.shown === null ? null : beforeShown(schedule.threads, this.shown)
  }

  record(): Recording {
    const ending = this.run()
    const blocked = ending?.kind === 'deadlock' ? this.blockedThreads() : []
    const held = this.taken.list(this.execution, heldByEnded(this.execution))
    const memory = this.memory === null ? {} : { memory: this.memory.initial }
    return { events: this.events, preemptions: this.preemptions, ending, blocked, held, ...memory }
  }

  protected override step(index: number, slot: Slot, choice: number): void {
    const { execution } = this
    const { operation: op } = execution.threads[slot]!
    const preemption =
      slot !== this.previous && this.previous >= 0 && !this.previousYielded && execution.isEnabled(this.previous)
    const { spec } = op
    const yields = isYield(op)
    const finish = this.shown === null || this.shown[index] === 1 ? this.begin(index, slot, op, preemption) : null
    execution.context.recording = this.noting === null || this.noting[index] === 1 || isSpawn(op)
    const take = this.taken.begin(op, () => callsOf(execution, slot))
    const look = this.memory?.begin(op)
    this.onEvent?.(index)
    super.step(index, slot, choice)
    look?.()
    finish?.()
    take?.()
    this.previousYielded = yields || hasTimedOut(spec, execution.lastValue)
    if (preemption) this.preemptions++
    this.previous = slot
  }

  private blockedThreads(): BlockedThread[] {
    const { execution } = this
    const name = (slot: Slot): string => execution.threads[slot]!.name
    const isOver = (slot: Slot): boolean => execution.threads[slot]!.status === ThreadStatus.ended
    return execution.threads
      .filter((thread) => thread.status === ThreadStatus.pending)
      .map(({ name: thread, slot, operation: op }) => {
        const holders = (op.target2?.model ?? op.target?.model)?.holders() ?? []
        return {
          thread,
          operation: operationText(op),
          spins: isSpinning(op),
          heldBy: holders.map(name),
          ended: holders.filter(isOver).map(name),
          at: locate(op.site, op.origin),
          calls: callsOf(execution, slot),
          holds: this.taken.list(execution, heldBy(execution, slot)).map(({ thread: _, ...lock }) => lock),
        }
      })
  }

  /** What the event is must be noted before it happens, what came of it after. */
  private begin(index: number, slot: Slot, op: Operation, preemption: boolean): () => void {
    const { operand, operand2, spec, site, origin, view, index: element } = op
    const location = describeLocation(op)
    const place = describePlace(op)
    const operation = location === null ? describeOperation(op) : spec.name
    const { name: thread } = this.execution.threads[slot]!
    const { memory } = this
    const calls = callsOf(this.execution, slot)
    return () =>
      this.events.push({
        index: index + 1,
        thread,
        operation,
        location,
        ...(place === null ? {} : { place }),
        value: describeValue(operand, operand2, spec, this.execution.lastValue, elementOf(view, element)),
        at: locate(site, origin),
        preemption,
        calls,
        ...(memory === null ? {} : { changed: memory.takeChanges() }),
      })
  }
}

function callsOf(execution: Execution, slot: number): string[] {
  const { callStack } = execution.threads[slot]!
  return callStack.map((site) => locate(site, undefined)).filter((at) => at !== null)
}

/** What is in an element now; undefined for operations on anything else. */
const elementOf = (view: unknown, index: number): unknown =>
  ArrayBuffer.isView(view) && !(view instanceof DataView) ? (view as Uint8Array)[index] : undefined

/**
 * After an event, its thread makes an operation that is its next event, or its next two; or that is pending in the end.
 */
function beforeShown(threads: readonly number[], shown: Uint8Array): Uint8Array {
  const before = new Uint8Array(threads.length)
  const following = new Map<number, readonly [next: boolean, second: boolean]>()
  for (let i = threads.length - 1; i >= 0; i--) {
    const [next, second] = following.get(threads[i]!) ?? [true, true]
    if (next || second) before[i] = 1
    following.set(threads[i]!, [shown[i] === 1, next])
  }
  return before
}
