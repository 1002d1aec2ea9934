import type { Slot } from '../base/thread-numbers.ts'
import type { Execution } from '../execution/execution.ts'
import { ThreadStatus } from '../execution/controlled-thread.ts'
import { Rerun, type Runnable } from '../execution/replay/rerun.ts'
import type { WatchedLoop } from '../program/loops/loop-watch.ts'
import type { OperationSpec } from '../program/operations/operation-spec.ts'
import type { Cycle } from '../trace/cycle.ts'

/** What is known of an execution that does the same again and again. */
export interface Repetition {
  /** After one round and after two everything is the same, so that it can go on like that for ever. */
  readonly repeats: boolean
  /** Every thread that could run at some point of the round does run in it. */
  readonly fair: boolean
  /** Somebody chooses in it: another value may end it. */
  readonly chooses: boolean
}

/**
 * Runs the schedule of an execution to the end of the second round of its cycle, and compares its states after the
 * first and after the second. Memory and primitives can be compared; what a thread knows cannot. But if it was in a
 * loop all the time whose rounds keep nothing but some variables, which have the same values, then it knew the same
 * when a round of that loop began, and it has received the same since.
 */
export function repetitionOf(
  execution: Execution,
  schedule: Runnable,
  cycle: Pick<Cycle, 'start' | 'period'>,
): Repetition {
  execution.remembers = false // all code is to run
  execution.context.watchesLoops = true
  try {
    return new RoundComparison(execution, schedule, cycle).compare()
  } finally {
    execution.context.watchesLoops = false
    execution.leave()
  }
}

/** A loop that a thread is in, and how many events it has had since the last round of it began. */
interface LoopPlace {
  readonly loop: WatchedLoop
  readonly rounds: number
  readonly since: number
  readonly kept: readonly unknown[] | null
}

interface ThreadPlace {
  readonly status: number
  readonly spec: OperationSpec
  readonly woken: boolean
  readonly events: number
  readonly loops: readonly LoopPlace[]
}

interface Moment {
  readonly memory: string
  readonly threads: readonly ThreadPlace[]
}

class RoundComparison extends Rerun {
  /** The first event of the second round. */
  private readonly second: number
  private readonly cycle: Pick<Cycle, 'start' | 'period'>
  /** By slot. */
  private readonly events: number[] = []
  private readonly loops: (readonly LoopPlace[])[] = []
  /** What the events from the cycle's start on returned. */
  private readonly values: unknown[] = []
  /** Threads that could run at some point of the second round. */
  private readonly enabled = new Set<number>()
  private first: Moment | null = null
  private chooses = false

  constructor(execution: Execution, schedule: Runnable, cycle: Pick<Cycle, 'start' | 'period'>) {
    super(execution, schedule)
    this.cycle = cycle
    this.second = cycle.start + cycle.period
  }

  compare(): Repetition {
    this.run()
    const { first } = this
    const second = this.moment()
    if (first === null) return { repeats: false, fair: false, chooses: false }
    const { chooses } = this
    return { repeats: this.returnsTheSame() && isSame(first, second), fair: this.isFair(first, second), chooses }
  }

  protected override step(index: number, slot: Slot, choice: number): void {
    const { execution, second } = this
    if (index === second) {
      this.first = this.moment()
      this.noteEnabled()
    }
    if (index >= this.cycle.start && execution.choicesOf(slot) > 1) this.chooses = true
    super.step(index, slot, choice)
    if (index >= this.cycle.start) this.values.push(execution.lastValue)
    if (index >= second) this.noteEnabled()
    this.noteLoops(slot)
  }

  private noteEnabled(): void {
    for (const { slot } of this.execution.threads) if (this.execution.isEnabled(slot)) this.enabled.add(slot)
  }

  /** After a step of the thread. */
  private noteLoops(slot: Slot): void {
    const before = this.loops[slot] ?? []
    this.events[slot] = (this.events[slot] ?? 0) + 1
    this.loops[slot] = (this.execution.threads[slot]!.operation.loops?.loops ?? []).map((loop): LoopPlace => {
      const known = before.find((place) => place.loop === loop)
      const goesOn = known !== undefined && known.rounds === loop.rounds
      return { loop, rounds: loop.rounds, since: goesOn ? known.since + 1 : 0, kept: loop.kept }
    })
  }

  private moment(): Moment {
    const { execution } = this
    const { context } = execution
    const { explored } = context
    context.explored = false // no thread looks at memory here
    const memory = execution.layout.image() + (context.shadows?.image() ?? '')
    context.explored = explored
    return {
      memory,
      threads: execution.threads.map(({ slot, status, operation }) => ({
        status,
        spec: operation.spec,
        woken: operation.woken,
        events: this.events[slot] ?? 0,
        loops: this.loops[slot] ?? [],
      })),
    }
  }

  private returnsTheSame(): boolean {
    const {
      values,
      cycle: { period },
    } = this
    for (let i = 0; i < period; i++) if (isObject(values[i]) || !Object.is(values[i], values[i + period])) return false
    return true
  }

  private isFair(first: Moment, second: Moment): boolean {
    return second.threads.every(
      ({ events }, slot) => events > (first.threads[slot]?.events ?? 0) || !this.enabled.has(slot),
    )
  }
}

const isObject = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

function isSame(first: Moment, second: Moment): boolean {
  return (
    first.memory === second.memory &&
    first.threads.length === second.threads.length &&
    first.threads.every((thread, slot) => isSamePlace(thread, second.threads[slot]!))
  )
}

function isSamePlace(first: ThreadPlace, second: ThreadPlace): boolean {
  if (first.status !== second.status || first.spec !== second.spec || first.woken !== second.woken) return false
  const moved = second.events - first.events
  return (
    moved === 0 ||
    first.status !== ThreadStatus.pending ||
    first.loops.some((before) => second.loops.some((after) => isSameRound(before, after, moved)))
  )
}

/**
 * The thread knew the same when the two rounds began, and what it has received since is known to be the same as well.
 */
function isSameRound(before: LoopPlace, after: LoopPlace, moved: number): boolean {
  return (
    before.loop === after.loop &&
    before.rounds < after.rounds &&
    !after.loop.tainted &&
    before.since === after.since &&
    before.since < moved &&
    before.kept !== null &&
    after.kept !== null &&
    before.kept.every((value, i) => Object.is(value, after.kept![i]))
  )
}
