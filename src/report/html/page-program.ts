import { type InputValues, inputText } from '../../program/inputs/input-values.ts'
import type { Bug, CheckResult, Difference, ReplayResult, Waiting } from '../../results/check-result.ts'
import { waitContext } from '../call-stacks.ts'
import { allVisible } from '../escape.ts'
import { howSure } from '../bug-report.ts'
import { formulaText, regionsOf, searchCounts } from '../check-report.ts'
import { boundsText } from '../pass-text.ts'
import type { SourceLines } from '../source-lines.ts'
import { counted, formatSeconds, formatValue } from '../text.ts'
import type { PageBug, PageExecution, PageProgram } from './page-data.ts'
import { type Exchanged, pageExecution, pageExecutions, type Told, toldReplay } from './page-execution.ts'
import { sourcesOf } from './page-sources.ts'
import { shortened } from './shortened.ts'

export interface PageView {
  readonly sources: SourceLines
  /** The command that replays a schedule; null when the program's file is not known. */
  readonly replayCommand: ((schedule: string, input?: InputValues) => string) | null
}

/** So many executions are shown step by step: those of the first bugs, and one for each of the first outcomes. */
const WALKED_BUGS = 3
const WALKED_OUTCOMES = 9
/** So many rows of each table. */
const MOST_ROWS = 200

/** An execution that a result names. */
export interface Named {
  readonly schedule: string
  readonly input?: InputValues
}

/** Which executions a page of this result would like to have replayed. */
export function executionsOf({ bugs, outcomes }: CheckResult): Named[] {
  const walked = bugs.slice(0, WALKED_BUGS).flatMap((bug) => [bug, ...passingOf(bug)])
  const all = [...walked, ...outcomes.slice(0, WALKED_OUTCOMES)]
  return [...new Map(all.map((named) => [keyOf(named), named])).values()]
}

/** The execution that a bug is to be compared with, for the same input. */
const passingOf = ({ difference, input }: Bug): Named[] =>
  difference === undefined ? [] : [{ schedule: difference.schedule, ...(input === undefined ? {} : { input }) }]

/** The same schedule is another execution for another input. */
export const keyOf = ({ schedule, input = {} }: Named): string => JSON.stringify([schedule, input])

/** `replayed`: by `keyOf`, what was replayed with details. */
export function checkedPage(
  file: string | null,
  given: CheckResult,
  replayed: ReadonlyMap<string, ReplayResult>,
  view: PageView,
): PageProgram {
  const result = { ...allVisible(given), outcomes: given.outcomes }
  const executions = new Executions(allVisible([...replayed]), view)
  const bugs = result.bugs.slice(0, MOST_ROWS).map((bug) => pageBug(bug, executions.ofBug(bug), view))
  const outcomes = result.outcomes.slice(0, MOST_ROWS).map((row) => {
    const value = formatValue(row.value) + formulaText(row.formula)
    const text = value + (row.input === undefined ? '' : ` for ${inputText(row.input)}`)
    return { value: text, executions: row.executions, execution: executions.of(row, `outcome ${text}`) }
  })
  const regions = regionsOf(result)
  return {
    name: result.program,
    file,
    outcome: result.outcome,
    guarantee: result.guarantee,
    bugs,
    moreBugs: result.bugs.length - bugs.length + result.omitted.bugs,
    executions: executions.all(),
    outcomes,
    moreOutcomes: result.outcomes.length - outcomes.length + result.omitted.outcomes,
    regions: regions.slice(0, MOST_ROWS).map(({ outcome, input, conditions }) => ({
      outcome,
      input: inputText(input),
      conditions: conditions.join(' and ') || 'all inputs',
    })),
    moreRegions: Math.max(0, regions.length - MOST_ROWS),
    races: result.races.slice(0, MOST_ROWS).map(({ location, accesses }) => ({
      text: `${location}: ${accesses.map(({ thread, operation }) => `${thread} ${operation}`).join(' and ')}`,
      places: accesses.flatMap(({ at }) => (at === null ? [] : [at])),
    })),
    held: result.held
      .slice(0, MOST_ROWS)
      .map(({ message, at }) => ({ text: message, places: at === null ? [] : [at] })),
    notes: result.advice === null ? [] : [result.advice],
    passes: result.passes.slice(-MOST_ROWS).map((pass) => ({
      bounds: boundsText(pass),
      executions: pass.executions,
      transitions: pass.transitions,
      traces: pass.traces,
      excluded: pass.excluded,
      cut: pass.cut,
      time: formatSeconds(pass.seconds),
      growth: pass.growth?.points ?? [],
      complete: pass.growth?.complete ?? false,
    })),
    counts: searchCounts(result),
    sources: sourcesOf([...placesOf(executions.all()), ...result.bugs.map(({ at }) => at)], view.sources),
  }
}

/** The page of one execution. */
export function replayedPage(file: string | null, given: ReplayResult, view: PageView): PageProgram {
  const result = { ...allVisible(given), value: given.value }
  const { bug, schedule, input } = result
  const replay = view.replayCommand?.(schedule, input ?? undefined) ?? null
  const title = bug === null ? `outcome ${formatValue(result.value)}` : bug.kind
  const executions = [pageExecution(toldReplay(result, title, replay))]
  return {
    name: result.program,
    file,
    outcome: result.outcome,
    guarantee: null,
    bugs: bug === null ? [] : [pageBug(bug, 0, view)],
    moreBugs: 0,
    executions,
    outcomes: bug === null ? [{ value: formatValue(result.value), executions: 1, execution: 0 }] : [],
    moreOutcomes: 0,
    regions: [],
    moreRegions: 0,
    races: [],
    held: result.held.map(({ message, at }) => ({ text: message, places: at === null ? [] : [at] })),
    notes: result.notes,
    passes: [],
    counts: [],
    sources: sourcesOf([...placesOf(executions), bug?.at ?? null], view.sources),
  }
}

/** A program that could not be checked, or was not. */
export const uncheckedPage = (
  file: string,
  error: { readonly message: string; readonly at: string | null } | null,
): PageProgram =>
  allVisible({
    name: file,
    file,
    outcome: error === null ? 'not run' : 'error',
    guarantee: null,
    bugs: [],
    moreBugs: 0,
    executions: [],
    outcomes: [],
    moreOutcomes: 0,
    regions: [],
    moreRegions: 0,
    races: [],
    held: [],
    notes: error === null ? [] : [`${error.at === null ? '' : `${error.at}: `}${error.message}`],
    passes: [],
    counts: [],
    sources: {},
  })

function pageBug(bug: Bug, execution: number | null, { replayCommand }: PageView): PageBug {
  const { kind, message, thread, at, preemptions, schedule, input, stack, waiting = [] } = bug
  return {
    kind,
    message,
    thread,
    at,
    preemptions: counted(preemptions, 'preemption') + howSure(bug),
    input: input === undefined ? null : inputText(input),
    stack: stack?.split('\n') ?? [],
    replay: replayCommand?.(schedule, input) ?? null,
    waiting: waiting.map((row) => ({
      thread: row.thread,
      text: waitText(row),
      at: row.at,
      context: waitContext(row),
    })),
    execution,
  }
}

function waitText({ operation, heldBy, ended }: Waiting): string {
  const holders = heldBy.length === 0 ? '' : `, held by ${heldBy.join(', ')}`
  const over = ended.length === 0 ? '' : ` (ended: ${ended.join(', ')})`
  return `waits: ${operation}${holders}${over}`
}

/** The executions of a page, each once. */
class Executions {
  private readonly replayed: ReadonlyMap<string, ReplayResult>
  private readonly view: PageView
  private readonly numbers = new Map<string, number>()
  private readonly told: Told[] = []
  private readonly exchanged: Exchanged[] = []

  constructor(replayed: readonly (readonly [string, ReplayResult])[], view: PageView) {
    this.replayed = new Map(replayed)
    this.view = view
  }

  /** Without a replay, what the result itself tells of the bug. */
  ofBug(bug: Bug): number | null {
    const failing = this.of(bug, bug.kind) ?? this.toldBy(bug, bug.kind, bug, bug)
    const { difference } = bug
    if (failing === null || difference === undefined) return failing
    const title = 'closest execution that passes'
    const [passingBy] = passingOf(bug)
    const passing = this.of(passingBy!, title) ?? this.toldBy(passingBy!, title, difference, null)
    if (passing !== null) this.exchanged.push({ failing, passing, difference })
    return failing
  }

  private toldBy(named: Named, title: string, by: Bug | Difference, bug: Bug | null): number | null {
    const { events: all, memory = null, preemptions } = by
    const events = all && shortened(all)
    const { schedule, input } = named
    const replay = this.view.replayCommand?.(schedule, input) ?? null
    return events === undefined ? null : this.add(keyOf(named), { title, events, memory, preemptions, bug, replay })
  }

  of(named: Named, title: string): number | null {
    const key = keyOf(named)
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    const result = this.replayed.get(key)
    return result === undefined
      ? null
      : this.add(key, toldReplay(result, title, this.view.replayCommand?.(named.schedule, named.input) ?? null))
  }

  all(): PageExecution[] {
    return pageExecutions(this.told, this.exchanged)
  }

  private add(key: string, told: Told): number {
    this.numbers.set(key, this.told.length)
    return this.told.push(told) - 1
  }
}

function* placesOf(executions: readonly PageExecution[]): Generator<string | null> {
  for (const { events } of executions) for (const { at, calls } of events) yield* [at, ...calls]
}
