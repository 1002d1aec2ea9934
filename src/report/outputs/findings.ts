/** What other tools list: each bug, each race, each program about which nothing can be promised; with its place. */
import { LONGEST_SCHEDULE } from '../bug-report.ts'
import { oneLine, visible } from '../escape.ts'
import { parsePlace, type Place } from '../source-lines.ts'
import { type InputValues, inputText } from '../../program/inputs/input-values.ts'
import type { Bug, BugKind, CheckResult, EventRow, RaceRow } from '../../results/check-result.ts'
import type { CheckedProgram } from './check-output.ts'

export type FindingKind = BugKind | 'not-checked' | 'not-finished'

/** What each kind means, in one sentence. */
export const kinds: Readonly<Record<FindingKind, string>> = {
  assertion: 'An assertion fails in some interleaving of the threads.',
  exception: 'A thread ends with an uncaught exception in some interleaving of the threads.',
  deadlock: 'The threads come to wait for each other, and none can go on.',
  livelock: 'Threads go on for ever without getting anywhere.',
  misuse: 'A primitive is used in a way that it does not allow.',
  race: 'Two threads access the same memory, one of them writes, and nothing orders them.',
  'not-checked': 'The program cannot be checked as it is written.',
  'not-finished': 'The search ended before it had covered what was asked for.',
}

export interface RelatedPlace {
  readonly message: string
  readonly at: string | null
}

export interface Finding {
  readonly kind: FindingKind
  /** A warning does not make the check fail because of a bug. */
  readonly level: 'error' | 'warning'
  /** One line. */
  readonly title: string
  /** The whole message of the program. */
  readonly text: string
  readonly at: string | null
  readonly related: readonly RelatedPlace[]
  readonly schedule: string | null
  readonly input?: InputValues | undefined
  readonly events: readonly EventRow[]
  readonly program: CheckedProgram
}

export function findingsOf(program: CheckedProgram): Finding[] {
  const { result, error } = program
  const finding = (rest: Pick<Finding, 'kind' | 'level' | 'text' | 'at'> & Partial<Finding>): Finding => ({
    title: oneLine(rest.text),
    related: [],
    schedule: null,
    events: [],
    program,
    ...rest,
    text: visible(rest.text).trimEnd(),
  })
  if (error !== null) return [finding({ kind: 'not-checked', level: 'error', text: error.message, at: error.at })]
  if (result === null) return [finding({ kind: 'not-finished', level: 'warning', text: 'was not run', at: null })]
  return [
    ...result.bugs.map((bug) => finding(ofBug(bug, result))),
    ...racesBeside(result).map((race) => finding({ ...ofRace(race), level: 'warning' })),
    ...(result.outcome === 'incomplete'
      ? [finding({ kind: 'not-finished', level: 'warning', text: result.guarantee, at: null })]
      : []),
  ]
}

/** Those that no bug stands for. */
const racesBeside = ({ bugs, races }: CheckResult): RaceRow[] => {
  const counted = new Set(bugs.filter(({ kind }) => kind === 'race').map(({ message }) => message))
  return races.filter(({ message }) => !counted.has(message))
}

function ofBug(bug: Bug, { races }: CheckResult) {
  const { kind, message: text, schedule, input, events = [], waiting = [], thread } = bug
  const race =
    kind === 'race' ? races.find((one) => one.message === bug.message && one.schedule === bug.schedule) : undefined
  if (race !== undefined) return { ...ofRace(race), level: 'error' as const }
  const related = waiting.map(({ thread, operation, heldBy, at }) => ({
    message: `${thread} waits: ${operation}${heldBy.length === 0 ? '' : `, held by ${heldBy.join(', ')}`}`,
    at,
  }))
  // An assertion about the end belongs to no thread, and may have no place but the last thing that happened.
  const at =
    bug.at ?? related.find((one) => one.at !== null)?.at ?? events.findLast((one) => one.at !== null)?.at ?? null
  const where = `${thread === null ? '' : ` (in thread ${thread})`}${input === undefined ? '' : ` (for ${inputText(input)})`}`
  return {
    kind,
    level: 'error' as const,
    text,
    title: `${oneLine(text)}${visible(where)}`,
    at,
    related,
    schedule,
    input,
    events,
  }
}

function ofRace({ message: text, accesses, schedule, input }: RaceRow) {
  const related = accesses.map(({ thread, operation, at }) => ({ message: `${thread}: ${operation}`, at }))
  return { kind: 'race' as const, text, at: accesses[0].at ?? accesses[1].at, related, schedule, input }
}

/** Where to show it; without a line where none is known. */
export function placeOf({ at, program }: Finding): { readonly file: string; readonly place: Place | null } {
  const place = at === null ? null : parsePlace(at)
  return { file: place?.file ?? program.file.replace(/#[^#/]*$/, ''), place }
}

/** What a person needs besides the message. */
export function replayLine({ schedule, input, program }: Finding): string | null {
  if (schedule === null) return null
  if (schedule.length <= LONGEST_SCHEDULE) return `Replay it: ${program.replayCommand(schedule, input)}`
  return `Replay it, with its schedule of --json in FILE: ${program.replayCommand('@FILE', input)}`
}
