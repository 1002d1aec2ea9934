/** The engine names places by absolute path; results name them relative to the working directory. */
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Inspection, PlacedOperation } from '../results/inspection.ts'
import type {
  Bug,
  CheckResult,
  Difference,
  EventRow,
  HeldRow,
  InputsResult,
  RaceRow,
  ReplayResult,
  Waiting,
} from '../results/check-result.ts'

/**
 * `at` is `file:line:col` with an absolute path or file URL. Files elsewhere on the disk stay absolute when that is
 * shorter.
 */
export function relativeAt(at: string, from = process.cwd()): string {
  const [, file, position] = /^(.*?)((?::\d+){0,2})$/s.exec(at)!
  const path = file!.startsWith('file://') ? fileURLToPath(file!) : file!
  if (!path.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(path)) return at
  const short = relative(from, path)
  return (short.startsWith(`..${sep}..${sep}`) && short.length > path.length ? path : short) + position
}

/** Every place that the frames of a stack name, or that a message names after the word 'at'. */
export function relativeStack(stack: string, from = process.cwd()): string {
  return stack
    .replace(
      /^(\s*at (?:[^\n]* \()?)([^\n]+?:\d+:\d+)(\)?)$/gm,
      (_, before: string, at: string, after: string) => before + relativeAt(at, from) + after,
    )
    .replace(/(?<= at )(?:file:\/\/)?\/[^\n()]+?:\d+:\d+/g, (at) => relativeAt(at, from))
}

/** A text that begins with a place. */
const relativeStart = (text: string): string => text.replace(/^.*?:\d+:\d+/, (at) => relativeAt(at))

const optionalAt = (at: string | null): string | null => (at === null ? null : relativeAt(at))

const relativeEvents = (events: readonly EventRow[]): EventRow[] =>
  events.map((event) => ({
    ...event,
    at: optionalAt(event.at),
    ...(event.calls === undefined ? {} : { calls: relativeCalls(event.calls) }),
  }))

export function relativeBug(bug: Bug): Bug {
  const events = bug.events === undefined ? {} : { events: relativeEvents(bug.events) }
  const stack = bug.stack === undefined ? {} : { stack: relativeStack(bug.stack) }
  const waiting = bug.waiting === undefined ? {} : { waiting: bug.waiting.map(relativeWaiting) }
  const difference = bug.difference === undefined ? {} : { difference: relativeDifference(bug.difference) }
  const message = bug.kind === 'livelock' ? { message: relativeStack(bug.message) } : {} // ours, not the program's
  return { ...bug, at: optionalAt(bug.at), ...message, ...stack, ...waiting, ...difference, ...events }
}

const relativeCalls = (calls: readonly string[]): string[] => calls.map((at) => relativeAt(at))

const relativeWaiting = ({ calls = [], holds = [], ...row }: Waiting): Waiting => ({
  ...row,
  at: optionalAt(row.at),
  calls: relativeCalls(calls),
  holds: holds.map((lock) => ({ ...lock, at: optionalAt(lock.at), calls: relativeCalls(lock.calls) })),
})

function relativeDifference(difference: Difference): Difference {
  const [first, second] = difference.accesses
  return {
    ...difference,
    accesses: [
      { ...first, at: optionalAt(first.at) },
      { ...second, at: optionalAt(second.at) },
    ],
    ...(difference.events === undefined ? {} : { events: relativeEvents(difference.events) }),
  }
}

function relativeRace(race: RaceRow): RaceRow {
  const [first, second] = race.accesses
  return {
    ...race,
    accesses: [
      { ...first, at: optionalAt(first.at) },
      { ...second, at: optionalAt(second.at) },
    ],
  }
}

const relativeHeld = (row: HeldRow): HeldRow => ({
  ...row,
  at: optionalAt(row.at),
  message: relativeStack(row.message),
})

const relativeInputs = (inputs: InputsResult): InputsResult => ({
  ...inputs,
  pinnedAt: inputs.pinnedAt?.map((at) => relativeAt(at)) ?? null,
})

export function relativeCheck(result: CheckResult): CheckResult {
  const { sites, skipped } = result.instrumented
  return {
    ...result,
    guarantee: relativeStack(result.guarantee),
    bugs: result.bugs.map(relativeBug),
    races: result.races.map(relativeRace),
    held: result.held.map(relativeHeld),
    inputs: result.inputs === null ? null : relativeInputs(result.inputs),
    values: { ...result.values, fixed: result.values.fixed.map((row) => ({ ...row, at: optionalAt(row.at) })) },
    instrumented: { sites, skipped: skipped.map(relativeStart) },
  }
}

export function relativeReplay(result: ReplayResult): ReplayResult {
  return {
    ...result,
    events: relativeEvents(result.events),
    bug: result.bug === null ? null : relativeBug(result.bug),
    held: result.held.map(relativeHeld),
  }
}

export function relativeInspection(inspection: Inspection): Inspection {
  const placed = (operation: PlacedOperation): PlacedOperation => ({ ...operation, at: optionalAt(operation.at) })
  const event = (text: string): string => text.replace(/(?<=\()[^()]*:\d+:\d+(?=\)$)/, (at) => relativeAt(at))
  return {
    ...inspection,
    finished: inspection.finished.map(({ events, traces }) => ({ events: events.map(event), traces })),
    ordered: inspection.ordered.map(({ first, second }) => ({ first: placed(first), second: placed(second) })),
    bugs: inspection.bugs.map(relativeBug),
  }
}
