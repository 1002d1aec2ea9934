import { callLines, waitContext } from './call-stacks.ts'
import { decidingNumbers } from './deciding-events.ts'
import { eventTable, LEAST_SOURCE } from './event-table.ts'
import type { Paint } from './paint.ts'
import { accessLines } from './race-report.ts'
import { type InputValues, inputText } from '../program/inputs/input-values.ts'
import { type Bug, type EventRow, type RaceRow, SHOWN_EVENTS } from '../results/check-result.ts'
import { foundByText } from './pass-text.ts'
import type { SourceLines } from './source-lines.ts'
import { drawnWaits } from './waits-for.ts'
import {
  clip,
  counted,
  formatNumber,
  formatSeconds,
  indent,
  padRight,
  table,
  tableWithin,
  widest,
  wrap,
} from './text.ts'

export interface BugView {
  readonly paint: Paint
  readonly sources: SourceLines
  readonly width: number
  /** Sentences are broken between words, as on a terminal; elsewhere a line is what tools look for. */
  readonly wraps?: boolean
  /** The command that replays a schedule, with an input. */
  readonly replayCommand: ((schedule: string, input?: InputValues) => string) | null
}

/** What a person needs to understand one bug. A race is explained by its two accesses, wherever they happen. */
export function bugReport(bug: Bug, view: BugView, race: RaceRow | null = null): string[] {
  if (race !== null)
    return [
      `${view.paint.red(view.paint.bold(bug.kind))}: ${bug.message}`,
      ...(bug.input === undefined ? [] : [indent(`for ${inputText(bug.input)}`)]),
      ...accessLines(race, view),
      ...replayHint(bug, view),
    ]
  return [
    ...headline(bug, view.paint),
    ...(bug.waiting === undefined ? indented(view.sources.excerpt(bug.at, view.width - 2)) : []),
    ...waiting(bug, view),
    ...stack(bug, view),
    ...schedule(bug, view),
    ...foundAfter(bug, view),
    ...replayHint(bug, view),
    ...difference(bug, view),
  ]
}

function headline({ kind, message, thread, at, waiting, input }: Bug, paint: Paint): string[] {
  const title = paint.red(paint.bold(kind))
  const given = input === undefined ? null : `for ${inputText(input)}`
  if (waiting !== undefined) return [`${title}: no thread can go on`, ...(given === null ? [] : [indent(given)])]
  const [first, ...rest] = message.split('\n').filter((line) => line.trim() !== '')
  const where = [thread === null ? null : `in thread ${thread}`, at === null ? null : `at ${at}`, given].filter(
    (part) => part !== null,
  )
  return [`${title}: ${first ?? ''}`, ...indented(rest), ...(where.length === 0 ? [] : [indent(where.join(', '))])]
}

/** The cycle is drawn: each thread waits for the one below it, the last for the first. */
function waiting({ waiting = [] }: Bug, { sources, width }: BugView): string[] {
  if (waiting.length === 0) return []
  const drawn = drawnWaits(waiting)
  const rows = drawn.map(({ mark, row }) => [
    mark,
    row.thread,
    `waits: ${row.operation}`,
    row.heldBy.length === 0 ? '' : `held by ${row.heldBy.join(', ')}`,
    row.at ?? '',
  ])
  const room = width - 2
  const whole = waitTable(rows)
  const fits = widest(whole) <= room
  const lines = fits ? whole : waitTable(rows.map((row) => row.slice(0, -1)))
  const source = widest(lines) + 2
  const column = widest(drawn.map(({ mark }) => mark)) + 2
  return [
    '',
    ...indented(
      drawn.flatMap(({ row }, i) => {
        const text = sources.lineAt(row.at)?.trim() ?? ''
        const shows = fits && text !== '' && room - source >= LEAST_SOURCE
        const line = shows ? `${padRight(lines[i]!, source)}${clip(text, room - source)}` : clip(lines[i]!, room)
        const below = [...(fits || row.at === null ? [] : [`at ${row.at}`]), ...waitContext(row)]
        const deeper = ' '.repeat(column + 2)
        return [line, ...below.flatMap((part) => wrap(part, room - deeper.length).map((piece) => deeper + piece))]
      }),
    ),
  ]
}

const waitTable = (rows: readonly (readonly string[])[]): string[] =>
  table(
    rows[0]!.map(() => ({ title: '' })),
    rows,
  ).slice(1)

/** An assertion in `after` needs no stack: its place is shown. Inside threads, how it got there helps. */
function stack({ stack, thread }: Bug, { paint }: BugView): string[] {
  const frames = (stack ?? '').split('\n').filter((line) => /^\s*at /.test(line))
  if (thread === null || frames.length < 2) return []
  return ['', ...indented(frames.slice(0, 12).map((frame) => paint.dim(frame.trim())))]
}

function schedule(bug: Bug, view: BugView): string[] {
  const { events = [] } = bug
  if (events.length === 0) return []
  const title = `${counted(events.at(-1)!.index, 'event')}, ${counted(bug.preemptions, 'preemption')}${howSure(bug)}:`
  return [
    '',
    indent(title),
    ...indented(
      eventTable(events, view.sources, {
        width: view.width - 2,
        most: SHOWN_EVENTS,
        deciding: decidingNumbers(bug).failing,
        paint: view.paint,
      }),
    ),
    ...indented(callLines(events, view.width - 2)),
  ]
}

/** Whether fewer preemptions would do. */
export function howSure({ preemptions, minimised }: Bug): string {
  if (minimised === undefined || preemptions === 0) return ''
  const { atLeast } = minimised
  if (atLeast >= preemptions) return ' (no fewer suffice)'
  return atLeast === 0
    ? ' (fewer may suffice)'
    : ` (at least ${formatNumber(atLeast)}; whether fewer suffice is not known)`
}

/** The two accesses whose order matters, and what comes of the other order. */
function difference(bug: Bug, view: BugView): string[] {
  const { difference: found } = bug
  if (found === undefined) return []
  const [first, second] = found.accesses
  const lines = [
    'The order of these two makes the difference:',
    ...tableWithin(
      view.width - 4,
      ['', '', '', ''].map((title) => ({ title })),
      [first, second].map(({ event, thread, operation, at }) => [
        event !== null ? `#${event}` : bug.waiting === undefined ? 'next' : 'waits',
        thread,
        operation,
        at ?? '',
      ]),
    )
      .slice(1)
      .map((line) => indent(line)),
    `The other way round it passes, with ${counted(found.preemptions, 'preemption')}${found.events === undefined ? '' : ':'}`,
    ...(found.events === undefined ? [] : passingTable(bug, found.events, view)).map((line) => indent(line)),
  ]
  const { replayCommand: replay, paint } = view
  const command =
    replay === null || found.schedule.length > LONGEST_SCHEDULE ? [] : [paint.bold(replay(found.schedule, bug.input))]
  return ['', ...indented([...lines, ...command.map((line) => indent(line))])]
}

/** So many events are shown of the execution that passes. */
const MOST_PASSING = 12

const passingTable = (bug: Bug, events: readonly EventRow[], { sources, width, paint }: BugView): string[] =>
  eventTable(events, sources, { width: width - 4, most: MOST_PASSING, deciding: decidingNumbers(bug).passing, paint })

/** How long it took to find, and what was made of it. */
function foundAfter(bug: Bug, { width, wraps }: BugView): string[] {
  const { foundAfter: spent, foundBy } = bug
  if (spent === undefined) return []
  const { executions, transitions, seconds } = spent
  const work = `${counted(executions, 'execution')} and ${counted(transitions, 'transition')}`
  const by = foundBy === undefined ? '' : ` ${foundByText(foundBy)}`
  const sentence = `Found${by} after ${work}, in ${formatSeconds(seconds)}${asFound(bug)}`
  return ['', ...indented(wraps === true ? wrap(sentence, width - 2) : [sentence])]
}

function asFound({ minimised, preemptions }: Bug): string {
  if (minimised === undefined) return ''
  const { found, events } = minimised
  if (found.events === events && found.preemptions === preemptions) return ''
  return `, with ${counted(found.events, 'event')} and ${counted(found.preemptions, 'preemption')}`
}

/** Longer ones do not fit into a command line, nor into anybody's sight. */
export const LONGEST_SCHEDULE = 4000

function replayHint({ schedule, input }: Bug, { replayCommand, paint }: BugView): string[] {
  if (replayCommand === null) return []
  if (schedule.length <= LONGEST_SCHEDULE)
    return ['', indent('Replay it:'), indent(paint.bold(replayCommand(schedule, input)), '    ')]
  const why = `Replay it (its schedule, of ${counted(schedule.length, 'character')}, is in the result that --json prints; write it to FILE):`
  return ['', indent(why), indent(paint.bold(replayCommand('@FILE', input)), '    ')]
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => indent(line))
