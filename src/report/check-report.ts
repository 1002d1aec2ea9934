import { bugReport, type BugView } from './bug-report.ts'
import { allVisible, visible } from './escape.ts'
import { heldSummary } from './held-report.ts'
import type { Paint } from './paint.ts'
import { raceOf, raceSummary } from './race-report.ts'
import { boundsText } from './pass-text.ts'
import { inputText } from '../program/inputs/input-values.ts'
import type { CheckResult, InputsResult, Pass } from '../results/check-result.ts'
import {
  clip,
  counted,
  estimated,
  formatNumber,
  formatSeconds,
  formatValue,
  moreLine,
  table,
  tableWithin,
  wrap,
} from './text.ts'

export interface CheckView extends BugView {
  /** How to go on with a search that did not finish. */
  readonly hint: string | null
  readonly allBugs: boolean
}

const MOST_BUGS = 20
const MOST_PASSES = 20
const MOST_REGIONS = 20
const MOST_OUTCOMES = 20
const MOST_PINNED = 3
const MOST_SKIPPED = 20
/** A longer one would only push everything else out of sight. */
const LONGEST_SCHEDULE = 80

/** What `heddle check` prints for people. */
export function checkReport(given: CheckResult, view: CheckView): string {
  const result = { ...allVisible(given), outcomes: given.outcomes }
  const parts = [
    [headline(result, view.paint)],
    ...result.bugs.slice(0, MOST_BUGS).map((bug) => bugReport(bug, view, raceOf(bug, result))),
    moreLine(result.bugs.length, MOST_BUGS, result.omitted.bugs, 'bug'),
    [result.guarantee, ...(view.hint === null ? [] : [view.hint])].flatMap((text) => sentences(text, view)),
    regions(result, view.width),
    passes(result.passes),
    outcomes(result, view.width),
    raceSummary(result, view),
    heldSummary(result.held, result.omitted.held),
    counts(result, view).flatMap((text) => sentences(text, view)),
  ]
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

const sentences = (text: string, { wraps, width }: CheckView): string[] =>
  text.split('\n').flatMap((line) => (wraps === true && !line.startsWith(' ') ? wrap(line, width) : [line]))

function headline({ outcome, program, bugs, omitted, executions, excluded, cut }: CheckResult, paint: Paint): string {
  const found = bugs.length + omitted.bugs
  switch (outcome) {
    case 'verified':
      return `${paint.green(paint.bold('verified'))}  ${program}`
    case 'bug':
      return `${paint.red(paint.bold(found === 1 ? 'bug found' : `${formatNumber(found)} bugs found`))}  ${program}`
    case 'incomplete':
      return `${paint.yellow(paint.bold(excluded > 0 && executions + cut === 0 ? 'nothing verified' : 'not finished'))}  ${program}`
  }
}

/** Inputs that behave alike, those with a bug first. */
export const regionsOf = ({ inputs }: CheckResult): NonNullable<InputsResult['regions']> =>
  (inputs?.regions ?? []).toSorted((a, b) => Number(b.outcome === 'bug') - Number(a.outcome === 'bug'))

function regions(result: CheckResult, width: number): string[] {
  const listed = regionsOf(result)
  if (listed.length === 0) return []
  const lines = table(
    [{ title: 'outcome' }, { title: 'one input' }, { title: 'region' }],
    listed
      .slice(0, MOST_REGIONS)
      .map(({ outcome, input, conditions }) => [
        outcome,
        inputText(input),
        clip(conditions.join(' and ') || 'all inputs', Math.max(40, width - 50)),
      ]),
  )
  return [...lines, ...moreLine(listed.length, MOST_REGIONS, 0, 'region'), ...pinned(result)]
}

/** Why there are many. */
function pinned({ inputs }: CheckResult): string[] {
  const at = inputs?.pinnedAt ?? []
  if (at.length === 0 || exploredRegions(inputs!) <= MOST_REGIONS) return []
  const [named, left] = [at.slice(0, MOST_PINNED), at.length - MOST_PINNED]
  const more = left > 0 ? ` and at ${counted(left, 'more place')} (--json has all)` : ''
  return [
    `Inputs are told apart by value at ${named.join(', ')}${more}: there, code that sees plain values only gets one.`,
  ]
}

/** Of those that were begun. */
function passes(all: readonly Pass[]): string[] {
  if (all.length < 2) return []
  const begun = all.filter(({ executions, transitions, cut }) => executions + transitions + cut > 0)
  // The last ones say most.
  const shown = begun.slice(-MOST_PASSES)
  const before =
    begun.length > shown.length
      ? [`${counted(begun.length - shown.length, 'earlier pass', 'earlier passes')} (--json has all)`]
      : []
  return [
    ...before,
    ...table(
      [
        { title: 'bounds' },
        ...['executions', 'transitions', 'traces', 'excluded', 'cut', 'time'].map((title) => ({
          title,
          align: 'right' as const,
        })),
      ],
      shown.map((pass) => [
        boundsText(pass),
        formatNumber(pass.executions),
        formatNumber(pass.transitions),
        pass.traces === null ? '' : formatNumber(pass.traces),
        formatNumber(pass.excluded),
        formatNumber(pass.cut),
        formatSeconds(pass.seconds),
      ]),
    ),
  ]
}

/** How an outcome is computed from symbolic inputs. */
export const formulaText = (formula: string | undefined): string =>
  formula === undefined ? '' : ` = ${visible(formula)}`

function outcomes({ outcomes: rows, omitted, inputs }: CheckResult, width: number): string[] {
  if (rows.length === 0) return []
  const lines = tableWithin(
    width,
    [
      { title: 'executions', align: 'right' },
      { title: 'outcome' },
      ...(inputs === null ? [] : [{ title: 'first input' }]),
      { title: 'schedule of one' },
    ],
    rows
      .slice(0, MOST_OUTCOMES)
      .map(({ value, executions, schedule, input, formula }) => [
        formatNumber(executions),
        clip(formatValue(value) + formulaText(formula), Math.max(30, width - 40)),
        ...(inputs === null ? [] : [inputText(input ?? {})]),
        schedule.length <= LONGEST_SCHEDULE ? schedule : '(long, see --json)',
      ]),
    ' '.repeat('executions  '.length),
  )
  return [...lines, ...moreLine(rows.length, MOST_OUTCOMES, omitted.outcomes, 'outcome')]
}

const exploredRegions = ({ regions }: InputsResult): number =>
  (regions ?? []).reduce((sum, region) => sum + region.explored, 0)

function inputsText(inputs: InputsResult): string {
  const { total, verified, failing, regions, solver } = inputs
  if (regions === null || solver === null)
    return `${counted(verified, 'input')} of ${formatNumber(total)} verified${failing === 0 ? '' : `, ${counted(failing, 'input')} with a bug`}`
  const bugs = failing === 0 ? '' : `, ${formatNumber(failing)} with a bug`
  const explored = exploredRegions(inputs)
  const listed = explored === regions.length ? '' : `, listed as ${formatNumber(regions.length)}`
  const covered =
    solver.coversAll === true
      ? `${counted(total, 'input')} in ${counted(explored, 'region')}`
      : `${counted(explored, 'region')} of ${counted(total, 'input')}`
  return `${covered}${listed}, ${formatNumber(verified)} verified${bugs}; ${counted(solver.queries, 'query', 'queries')} to the solver in ${formatSeconds(solver.seconds)}`
}

function counts(result: CheckResult, { allBugs }: CheckView): string[] {
  return [
    ...searchCounts(result),
    ...(result.stopped === 'bug' && !allBugs ? ['The search stopped at the first bug; --all-bugs goes on.'] : []),
  ]
}

/** How many executions are known to be left, and what it took to know them. */
function treeText({ fringe, largest, onDisk }: NonNullable<CheckResult['tree']>): string {
  const left = fringe === 0 ? '' : `${counted(fringe, 'execution')} left to run; `
  return `${left}the tree of executions had at most ${counted(largest.nodes, 'node')}, where one of states would have had ${formatNumber(largest.states)}${onDisk === 0 ? '' : `; up to ${formatNumber(onDisk)} were on disk`}`
}

/** What a search has done, in numbers. */
export function searchCounts(result: CheckResult): string[] {
  const explored = [
    counted(result.executions, 'execution'),
    counted(result.transitions, 'transition'),
    result.traces === null ? null : counted(result.traces, 'trace'),
    result.localStates === null ? null : counted(result.localStates, 'local state'),
    result.states === null ? null : counted(result.states, 'state'),
    result.merged === null || result.merged === 0 ? null : `${formatNumber(result.merged)} times at a known one`,
    result.repeated === 0 ? null : `${counted(result.repeated, 'sequence')} repeated from memory`,
    result.blocked === 0 ? null : `${formatNumber(result.blocked)} abandoned as redundant`,
  ]
    .filter((part) => part !== null)
    .join(', ')
  const time = formatSeconds(result.seconds)
  const { sites, skipped } = result.instrumented
  return [
    result.inputs === null || result.inputs.total === 1 ? null : inputsText(result.inputs),
    result.passes.length < 2 ? `${explored} in ${time}` : `${explored} in the last finished pass; ${time} in all`,
    result.estimate === null || result.outcome !== 'incomplete'
      ? null
      : `There may be ${estimated(result.estimate)} executions ${result.estimate.pass ? 'with the bounds of the pass that was not finished' : 'in all'}`,
    result.passes.some((pass) => pass.switch === 'sync') && result.passes.some((pass) => pass.switch !== 'sync')
      ? 'Since there are data races, or exceptions that may hide some, threads were interleaved at every shared access in the end'
      : null,
    result.tree === null ? null : treeText(result.tree),
    result.excluded === 0 ? null : `${counted(result.excluded, 'successor')} not taken because of a bound`,
    result.cut === 0 ? null : `${counted(result.cut, 'execution')} cut by the depth limit or a budget`,
    sites === 0 ? null : `${counted(sites, 'switch point')} instrumented in plain code`,
    skipped.length === 0
      ? null
      : `not instrumented (shared accesses there are refused):\n${[
          ...skipped.slice(0, MOST_SKIPPED),
          ...moreLine(skipped.length, MOST_SKIPPED, 0, 'place'),
        ]
          .map((text) => `  ${text}`)
          .join('\n')}`,
  ].filter((line) => line !== null)
}
