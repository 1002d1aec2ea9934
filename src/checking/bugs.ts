import { nondeterminism } from '../base/errors.ts'
import { ThreadStatus } from '../execution/controlled-thread.ts'
import type { Ending } from '../execution/ending.ts'
import type { Execution } from '../execution/execution.ts'
import { type ExplainedError, explainError } from '../execution/description/explain-error.ts'
import { type BlockedThread, record, type Recording } from '../execution/replay/recording.ts'
import type { Operation } from '../program/operations/operation.ts'
import type { Bug, Effort, PassDescription } from '../results/check-result.ts'
import { encodeSchedule } from '../trace/schedule.ts'
import { eventsOfLoop, loopLines } from './endless.ts'
import type { RawSchedule } from '../execution/replay/schedule-of.ts'
import type { MinimisedBug } from './minimise/minimise.ts'
import { repetitionOf } from './rounds-repeat.ts'

export type BadEnding = Exclude<Ending, { kind: 'completed' }>

export interface FoundBug {
  /** Says which bug it is. */
  readonly key: string
  raw: RawSchedule
  described: Bug | null
  /** When it was seen first, if anybody says so. */
  readonly seen: Sighting | null
  /** Null until its schedule is minimised, or where it cannot be. */
  minimised: MinimisedBug | null
}

/** What was known when a bug was seen first. */
export interface Sighting {
  /** What had been spent. */
  readonly effort: Effort
  /** All executions with fewer preemptions had been explored. */
  readonly needed: number
  /** Which of several passes has seen it; null where there is but one. */
  readonly pass: PassDescription | null
}

/** The bugs found so far; the same failure at the same place is one bug, however many schedules lead to it. */
export class BugList {
  private readonly limit: number
  private readonly byKey = new Map<string, FoundBug>()
  /** Those beyond the limit are only told apart. */
  private readonly others = new Set<string>()

  constructor(limit = Infinity) {
    this.limit = limit
  }

  get size(): number {
    return this.byKey.size + this.others.size
  }

  /** How many there are beyond the limit. */
  get omitted(): number {
    return this.others.size
  }

  add(execution: Execution, ending: BadEnding, schedule: () => RawSchedule, sighting?: () => Sighting): void {
    this.set(this.keyOf(execution, ending), schedule, sighting)
  }

  private set(key: string, schedule: () => RawSchedule, sighting?: () => Sighting): void {
    if (this.byKey.has(key)) return
    if (this.byKey.size >= this.limit) {
      this.others.add(key)
      return
    }
    const found: FoundBug = { key, raw: schedule(), described: null, seen: sighting?.() ?? null, minimised: null }
    this.byKey.set(key, found)
    this.fresh.push(found)
  }
  private fresh: FoundBug[] = []

  /** Describes what was found since the last time. */
  describeNew(execution: Execution, source: number): void {
    for (const found of this.fresh) describeBug(execution, found, source)
    this.fresh = []
  }

  /** `places`: where the threads go round. */
  addLivelock(raw: RawSchedule, places: readonly string[], sighting?: () => Sighting): void {
    this.set(`livelock ${places.toSorted().join()}`, () => raw, sighting)
  }

  list(): FoundBug[] {
    return [...this.byKey.values()]
  }

  /** The one with the fewest preemptions of those that have been described, in words. */
  get best(): string | null {
    const described = this.list().flatMap(({ described: bug }) => (bug === null ? [] : [bug]))
    const [best] = described.sort((a, b) => a.preemptions - b.preemptions)
    return best === undefined
      ? null
      : `${best.kind} with ${best.preemptions} preemption${best.preemptions === 1 ? '' : 's'}`
  }

  /** The same failure at the same place has the same key, whichever of several interchangeable threads it is in. */
  keyOf(execution: Execution, ending: BadEnding): string {
    if (ending.kind === 'deadlock') {
      const waiting = execution.threads.filter(({ status }) => status === ThreadStatus.pending)
      const keys = waiting.map(({ slot, operation }) => `${execution.likenessOf(slot)} ${waitKey(operation)}`)
      return `deadlock ${keys.sort().join()}`
    }
    // The whole stack: a function that checks on behalf of its callers fails at one place for all of them.
    const { kind, message, stack } = explained(execution, ending)
    const where = ending.where === 'thread' ? execution.likenessOf(ending.failure.thread) : ending.where
    return `${kind} ${where} ${stack ?? message}`
  }
}

/** Where in the source, which operation, and what it waits for: an address alone does not tell a lock from a join. */
function waitKey({ site, spec, accesses: { cell, cell2 } }: Operation): string {
  return `${site} ${spec.name} ${cell} ${cell2}`
}

function explained(execution: Execution, ending: Exclude<BadEnding, { kind: 'deadlock' }>): ExplainedError {
  if (ending.where !== 'thread') return explainError(ending.error, [])
  return explainError(ending.failure.error, execution.threads[ending.failure.thread]!.unwound)
}

/** Whether the schedule, which ends with two rounds of a cycle, still shows one that can go on for ever. */
function isLivelock(execution: Execution, raw: RawSchedule, period: number): boolean {
  const start = raw.threads.length - 2 * period
  if (start < 0) return false
  const { repeats, fair } = repetitionOf(execution, raw, { start, period })
  return repeats && fair
}

/** Runs the bug's schedule once more, recording, for all that a report says about it. */
export function describeBug(execution: Execution, found: FoundBug, source: number): Bug {
  return (found.described ??= describe(execution, found, source))
}

function describe(execution: Execution, found: FoundBug, source: number): Bug {
  const recording = record(execution, found.raw, eventsOfLoop(found.raw))
  const schedule = encodeSchedule({ ...found.raw, source })
  const bug = bugOf(execution, recording, schedule, found.raw)
  if (bug === null)
    throw nondeterminism(
      'the program is not deterministic: an execution failed, and did not when the same schedule was run again. State outside `mem` ' +
        '(a module variable, a file, the environment) must have changed between executions',
    )
  const { seen, minimised } = found
  return {
    ...bug,
    ...(minimised === null ? {} : minimisedPart(minimised, (raw) => encodeSchedule({ ...raw, source }))),
    ...(seen === null ? {} : { foundAfter: seen.effort }),
    ...(seen === null || seen.pass === null ? {} : { foundBy: seen.pass }),
  }
}

function minimisedPart(
  { raw, found, atLeast, difference }: MinimisedBug,
  encode: (raw: RawSchedule) => string,
): Pick<Bug, 'minimised' | 'difference'> {
  const { preemptions: before, events } = found
  const asFound = { schedule: encode(found.raw), preemptions: before, events }
  const minimised = { found: asFound, events: raw.threads.length, atLeast }
  if (difference === null) return { minimised }
  const { accesses, preemptions } = difference
  return { minimised, difference: { accesses, schedule: encode(difference.raw), preemptions } }
}

function waitsFor({ thread, operation, heldBy, ended }: BlockedThread): string {
  const holders = heldBy.map((holder) => (ended.includes(holder) ? `${holder}, which has ended` : holder))
  return `${thread} waits at ${operation}${holders.length === 0 ? '' : ` held by ${holders.join(', ')}`}`
}

/** The bug that a recorded execution shows, or null. */
export function bugOf(execution: Execution, recording: Recording, schedule: string, raw: RawSchedule): Bug | null {
  const { ending, preemptions, blocked } = recording
  if (raw.cycle !== undefined) {
    if (!isLivelock(execution, raw, raw.cycle)) return null
    const message = `the threads that can run go round for ever, and each round leaves everything as it was: ${loopLines(recording, raw.cycle).join('; ')}`
    return { kind: 'livelock', message, schedule, preemptions, thread: null, at: recording.events.at(-1)?.at ?? null }
  }
  if (ending === null || ending.kind === 'completed') return null
  if (ending.kind === 'deadlock') {
    const spinning = blocked.some(({ spins }) => spins)
    const message = `no thread can go on: ${blocked.map(waitsFor).join('; ')}`
    return {
      kind: spinning ? 'livelock' : 'deadlock',
      message,
      schedule,
      preemptions,
      thread: null,
      at: blocked[0]?.at ?? null,
      waiting: blocked,
    }
  }
  const { kind, message, at, stack } = explained(execution, ending)
  const thread = ending.where === 'thread' ? execution.threads[ending.failure.thread]!.name : null
  const lastAt = kind === 'misuse' ? (recording.events.at(-1)?.at ?? null) : null
  return { kind, message, schedule, preemptions, thread, at: lastAt ?? at, ...(stack === undefined ? {} : { stack }) }
}
