import type { Bug } from '../results/check-result.ts'
import type { VerifyResult } from '../results/verify-result.ts'
import { allVisible, oneLine } from './escape.ts'
import type { Paint } from './paint.ts'
import { regionLines } from './region-lines.ts'
import { counted, formatNumber, formatSeconds, indent } from './text.ts'

/** What `heddle verify` prints for people. */
export function verifyReport(given: VerifyResult, paint: Paint, replay: (bug: Bug) => string): string {
  const result = allVisible(given)
  const lines = [
    `${paint.bold('verify')}  ${result.program}: ${paint.green(counted(result.traces, 'admissible trace'))} in ${result.set} (${formatNumber(result.bytes)} bytes)`,
    indent(extent(result)),
    indent(
      `${counted(result.executions, 'execution')}, ${counted(result.transitions, 'transition')} in ${formatSeconds(result.seconds)}; ${formatNumber(result.added)} added`,
    ),
  ]
  if (result.inputs !== undefined) {
    const { of, regions, coversAll } = result.inputs
    lines.push(indent(coversAll === true ? `for every ${of}:` : `for inputs (${of}):`), ...regionLines(regions))
  }
  if (result.fixed.length > 0) lines.push(indent(fixedLine(result.fixed)))
  if (result.startedOver !== null)
    lines.push(indent(`the search began anew, since ${result.startedOver}; traces that were in the set are kept`))
  if (result.overhead !== undefined)
    lines.push(indent(`under the set, the program takes ${result.overhead.toFixed(0)}% longer than plainly`))
  if (result.erroneous > 0) {
    lines.push(
      '',
      paint.red(
        `${counted(result.erroneous, 'erroneous execution')}, which ${result.erroneous === 1 ? 'is' : 'are'} not admitted:`,
      ),
    )
    for (const bug of result.bugs) {
      const { kind, message, at } = bug
      lines.push(
        indent(`${paint.red(kind)}: ${oneLine(message)}${at === null ? '' : ` (${at})`}`),
        indent(indent(paint.dim(replay(bug)))),
      )
    }
  }
  return `${lines.join('\n')}\n`
}

/** So many places are named. */
const MOST_PLACES = 5

function fixedLine(fixed: VerifyResult['fixed']): string {
  const places = fixed.slice(0, MOST_PLACES).map(({ source, at }) => (at === null ? source : `${source} at ${at}`))
  const more = fixed.length > places.length ? ` and ${counted(fixed.length - places.length, 'other place')}` : ''
  return `one value was verified of ${places.join(', ')}${more}; under the set they give the same`
}

/** Why a search is not complete, and how it goes on. */
const reasons: Readonly<Record<NonNullable<VerifyResult['stopped']>, readonly [string, string]>> = {
  traces: ['so many traces were asked for', '--resume goes on, with more --traces'],
  budget: ['the budget is used up', '--resume goes on'],
  interrupted: ['interrupted', '--resume goes on'],
  solver: ['the solver could not tell whether there are other inputs', 'name one with --input'],
  'no-solver': [
    'the solver that looks for other inputs is not installed',
    'npm install z3-solver, and --resume goes on',
  ],
  regions: ['there are too many regions of inputs', 'give some inputs a value with --input'],
  overhead: ['the overhead is small enough', '--resume goes on, with a smaller --overhead or without'],
}

const boundsOf = ({ search }: VerifyResult): string =>
  Object.entries(search.bounds)
    .map(([name, limit]) => `${name}:${limit}`)
    .join(', ')

function extent(result: VerifyResult): string {
  const { complete, whole, stopped, excluded, cut, executions, finishedSubtrees } = result
  const bounds = boundsOf(result)
  if (complete && executions === 0)
    return 'nothing is verified: no execution comes to an end within the bound; a higher limit may let executions end'
  if (whole) return 'every execution of the program is admissible: it runs without gates'
  if (complete) {
    const within = bounds === '' ? '' : ` within ${bounds}`
    const limits = [
      excluded > 0 ? 'the bound excludes others' : null,
      cut > 0 ? `${cut} were cut by the depth limit` : null,
    ].filter((one) => one !== null)
    return `the search is complete${within}: all correct executions${within === '' ? '' : ' within it'} are admissible${limits.length === 0 ? '' : `, but ${limits.join(' and ')}`}`
  }
  const [why, how] = reasons[stopped ?? 'interrupted']
  const within = bounds === '' ? '' : `, within ${bounds}`
  return `not complete${within} (${why}); ${counted(finishedSubtrees, 'finished sub-tree')}; ${how}`
}
