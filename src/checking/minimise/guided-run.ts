import type { Slot } from '../../base/thread-numbers.ts'
import { type Ending, endingOf } from '../../execution/ending.ts'
import type { Execution } from '../../execution/execution.ts'
import type { Fingerprints } from '../../execution/replay/fingerprints.ts'
import { type RawSchedule, scheduleOf } from '../../execution/replay/schedule-of.ts'
import { isChoose } from '../../program/operations/controls.ts'
import { runEvent } from '../../search/run-event.ts'
import { EventFlag, EventLog } from '../../trace/event-log.ts'

/** One thread runs until it has had so many events. */
export interface Segment {
  readonly thread: Slot
  readonly until: number
}

/** How an execution went. */
export interface Ran {
  /** Says which bug it ends in; null when it passes. */
  readonly bug: string | null
  readonly raw: RawSchedule
  readonly segments: readonly Segment[]
  /** By thread: the values that it chose. */
  readonly choices: ReadonlyMap<Slot, readonly number[]>
  readonly events: number
  readonly preemptions: number
}

export type KeyOf = (ending: Exclude<Ending, { kind: 'completed' }>) => string

/**
 * Runs a program along a schedule that need not fit it: a thread that cannot run is passed over, and what is left when
 * the schedule ends runs without preemptions, threads taking turns where one blocks, yields or ends.
 */
export class GuidedRun {
  readonly log: EventLog
  /** How many events the last execution had. */
  depth = 0
  readonly execution: Execution
  private readonly fingerprints: Fingerprints
  private readonly keyOf: KeyOf
  private readonly counts: number[] = []
  private at = 0

  constructor(execution: Execution, fingerprints: Fingerprints, keyOf: KeyOf) {
    this.execution = execution
    this.fingerprints = fingerprints
    this.keyOf = keyOf
    this.log = new EventLog(execution.layout.cells, execution.capacities.room)
  }

  /** Exactly so: the schedule has been seen to fit. */
  repeat({ threads, choices }: RawSchedule): Ran | null {
    let chosen = 0
    const next = (): number => this.execution.order[threads[this.depth]!]!
    return this.execute(
      () => (this.depth < threads.length ? next() : this.ownNext()),
      () => choices[chosen++] ?? 0,
      Infinity,
    )
  }

  /** Null when it has more than `most` events. */
  follow(segments: readonly Segment[], choices: Ran['choices'], most: number): Ran | null {
    const chosen: number[] = []
    this.at = 0
    const choose = (thread: Slot, ways: number): number => {
      const k = (chosen[thread] = (chosen[thread] ?? -1) + 1)
      return Math.min(choices.get(thread)?.[k] ?? 0, ways - 1)
    }
    return this.execute(() => this.guided(segments), choose, most)
  }

  private execute(next: () => Slot, choose: (thread: Slot, ways: number) => number, most: number): Ran | null {
    const { execution, log, counts } = this
    const chosen = new Map<Slot, number[]>()
    let preemptions = 0
    counts.length = 0
    this.depth = 0
    execution.remembers = false
    try {
      execution.reset()
      while (execution.failure === null && execution.anyEnabled) {
        if (this.depth >= most) return null
        const thread = next()
        if (this.preempts(thread)) preemptions++
        const isChoice = isChoose(execution.threads[thread]!.operation)
        const choice = isChoice ? choose(thread, execution.choicesOf(thread)) : 0
        if (isChoice) chosen.set(thread, [...(chosen.get(thread) ?? []), choice])
        runEvent(execution, log, null, this.depth, thread, choice)
        counts[thread] = (counts[thread] ?? 0) + 1
        this.depth++
      }
      execution.leave()
      const ending = endingOf(execution)
      return {
        bug: ending.kind === 'completed' ? null : this.keyOf(ending),
        raw: scheduleOf(execution, log, this.depth, this.fingerprints),
        segments: segmentsOf(log.thread.subarray(0, this.depth)),
        choices: chosen,
        events: this.depth,
        preemptions,
      }
    } finally {
      execution.leave()
    }
  }

  /** Whether to run the thread now is a switch away from one that could have gone on. */
  private preempts(thread: Slot): boolean {
    const { execution, log, depth } = this
    if (depth === 0) return false
    const last = log.thread[depth - 1]!
    return last !== thread && execution.isEnabled(last) && !log.has(depth - 1, EventFlag.yields)
  }

  private guided(segments: readonly Segment[]): Slot {
    const { execution, counts } = this
    const sealed = this.insideSealed()
    if (sealed !== null) return sealed
    for (; this.at < segments.length; this.at++) {
      const { thread, until } = segments[this.at]!
      if ((counts[thread] ?? 0) < until && execution.isEnabled(thread)) return thread
    }
    return this.ownNext()
  }

  /** The thread that is inside sealed code and can go on: nothing gets in there. */
  private insideSealed(): Slot | null {
    const { execution, log, depth } = this
    if (depth === 0) return null
    const last = log.thread[depth - 1]!
    return execution.isEnabled(last) && execution.threads[last]!.operation.sealed ? last : null
  }

  private ownNext(): Slot {
    const { execution, log, depth } = this
    const last = depth === 0 ? -1 : log.thread[depth - 1]!
    if (
      last >= 0 &&
      execution.isEnabled(last) &&
      (!log.has(depth - 1, EventFlag.yields) || this.insideSealed() !== null)
    )
      return last
    const { length } = execution.threads
    for (let k = 1; k <= length; k++) {
      const thread = (last + k) % length
      if (execution.isEnabled(thread)) return thread
    }
    return last
  }
}

/** Blocks of one thread, with how many events it has had at the end of each. */
export function segmentsOf(threads: Iterable<Slot>): Segment[] {
  const counts: number[] = []
  const segments: Segment[] = []
  for (const thread of threads) {
    const until = (counts[thread] = (counts[thread] ?? 0) + 1)
    if (segments.at(-1)?.thread === thread) segments.pop()
    segments.push({ thread, until })
  }
  return segments
}
