import { installDeterminism } from '../execution/determinism/determinism.ts'
import { Execution } from '../execution/execution.ts'
import type { Heartbeat } from '../execution/heartbeat.ts'
import { record } from '../execution/replay/recording.ts'
import { ExecutionContext, within } from '../program/context/execution-context.ts'
import { SuppliedValues } from '../program/context/supplied-values.ts'
import { bugOf } from './bugs.ts'
import { exploredOf, type ExploreOption } from './check-options.ts'
import { eventsOfLoop } from './endless.ts'
import { outcomeOf } from './outcome-of.ts'
import { heldRow } from './held-locks.ts'
import { RaceList, raceAsBug } from './races.ts'
import { withGivenInput } from '../program/inputs/bind-input.ts'
import type { GivenInput } from '../program/inputs/input-values.ts'
import type { Program } from '../program/program.ts'
import type { ReplayResult } from '../results/check-result.ts'
import { decodeSchedule } from '../trace/schedule.ts'

export interface ReplayOptions {
  /** A hash of the program's source, to notice that it has changed since the schedule was made. */
  readonly sourceHash?: number
  readonly heartbeat?: Heartbeat
  /** As it was when the schedule was made. */
  readonly explore?: ExploreOption
  /** Values of the program's inputs, as they were when the schedule was made. */
  readonly input?: GivenInput
  /** How many events are told of, of a longer execution. */
  readonly events?: number
  /** Whether calls and memory are told of as well. */
  readonly details?: boolean
  /** Called before each event, with its number from 0. */
  readonly onEvent?: (index: number) => void
}

/**
 * Runs the schedule once and says what each event did. Throws when the schedule is damaged or does not fit the program.
 */
export function replayProgram(given: Program, text: string, options: ReplayOptions = {}): ReplayResult {
  const program = given.input === null ? withGivenInput(given, options.input ?? {}) : given
  installDeterminism()
  const context = new ExecutionContext(new SuppliedValues(exploredOf(options.explore ?? {})))
  return within(context, () => replayWithin(context, program, text, options))
}

function replayWithin(context: ExecutionContext, program: Program, text: string, options: ReplayOptions): ReplayResult {
  const schedule = decodeSchedule(text)
  const execution = new Execution(program, options.heartbeat, false, undefined, context)
  const races = new RaceList(execution)
  if (schedule.race === true) execution.observer = races.detector()
  const refinements = execution.layout.refinements
  const most = Math.max(options.events ?? Infinity, eventsOfLoop(schedule))
  const { details = false, onEvent } = options
  let recording = record(execution, schedule, most, details, onEvent)
  // Accesses before a view of smaller elements was made were noted too coarsely: only now is it known how they overlap.
  if (refinements !== execution.layout.refinements) {
    races.executionBegins()
    recording = record(execution, schedule, most, details, onEvent)
  }
  races.executionEnded(() => schedule)
  const bug = bugOf(execution, recording, text, schedule) ?? races.rows(() => text).map(raceAsBug)[0] ?? null
  const notes: string[] = []
  const { sourceHash = 0 } = options
  if (sourceHash !== 0 && schedule.source !== 0 && sourceHash !== schedule.source) {
    notes.push('the source has changed since this schedule was made; its operations still agree')
  }
  if (recording.ending === null && schedule.cycle === undefined) notes.push('the schedule ends before the threads do')
  if (schedule.cycle !== undefined && bug === null)
    notes.push(
      'the threads go round as they did when this schedule was made, but it can no longer be told that they do so for ever',
    )
  const { ending } = recording
  const held = recording.held.map((taken) => heldRow(taken, text))
  const value = ending === null ? undefined : outcomeOf(execution, ending)
  return {
    schema: 1,
    program: program.name,
    schedule: text,
    input: program.input,
    events: recording.events,
    ...(recording.memory === undefined ? {} : { memory: recording.memory }),
    preemptions: recording.preemptions,
    outcome: bug === null ? 'completed' : 'bug',
    value,
    bug,
    held,
    notes,
  }
}
