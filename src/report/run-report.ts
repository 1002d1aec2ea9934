import type { RunFailure, RunResult } from '../results/run-result.ts'
import type { Paint } from './paint.ts'
import { allVisible } from './escape.ts'
import { clip, counted, formatMicroseconds, formatNumber, formatSeconds, formatValue, indent, table } from './text.ts'

export interface RunView {
  readonly paint: Paint
  readonly width: number
  /** How many runs were asked for. */
  readonly asked: number
}

/** What `heddle run --plain` prints for people. */
export function runReport(given: RunResult, view: RunView): string {
  const result = { ...allVisible(given), outcomes: given.outcomes }
  const parts = [
    [headline(result, view), ...watched(result)],
    ...result.failures.map((failure) => failureLines(failure, view)),
    outcomes(result, view.width),
    times(result),
  ]
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function headline({ program, runs, failures }: RunResult, { paint, asked }: RunView): string {
  const failed = failures.reduce((sum, failure) => sum + failure.runs, 0)
  const stopped = runs < asked ? ` of the ${formatNumber(asked)} asked for` : ''
  const verdict = failed === 0 ? paint.green('no failure') : paint.red(`${counted(failed, 'failure')}`)
  return `${paint.bold('run')}  ${program}: ${counted(runs, 'run')}${stopped} on real threads, ${verdict}`
}

function watched({ enforcement, runs, failures }: RunResult): string[] {
  if (enforcement === undefined || enforcement.monitored === 0) return []
  const who =
    enforcement.monitored === runs
      ? runs === 1
        ? 'it was'
        : 'all of them were'
      : enforcement.monitored === 1
        ? 'one of them was'
        : `${formatNumber(enforcement.monitored)} of them were`
  const unverified = failures
    .filter(({ kind }) => kind === 'unverified')
    .reduce((sum, failure) => sum + failure.runs, 0)
  return [
    indent(
      `${who} watched: ${unverified === 0 ? 'nothing happened that was not verified' : `${counted(unverified, 'run')} did what was not verified`}`,
    ),
  ]
}

function failureLines({ kind, message, thread, stack, runs }: RunFailure, { paint }: RunView): string[] {
  const where = thread === null ? '' : ` ${paint.dim(`(thread ${thread})`)}`
  const frames = (stack ?? '')
    .split('\n')
    .filter((line) => /^\s*at /.test(line))
    .slice(0, 8)
  return [
    `${paint.red(kind)} in ${counted(runs, 'run')}: ${message.trimEnd()}${where}`,
    ...frames.map((frame) => indent(paint.dim(frame.trim()))),
  ]
}

function outcomes({ outcomes: rows }: RunResult, width: number): string[] {
  if (rows.length === 0) return []
  return table(
    [{ title: 'runs', align: 'right' }, { title: 'outcome' }],
    rows.map(({ value, runs }) => [formatNumber(runs), clip(formatValue(value), width - 12)]),
  )
}

function times({ microsecondsPerRun: time, seconds }: RunResult): string[] {
  if (time === null) return [`in ${formatSeconds(seconds)}`]
  const us = formatMicroseconds
  return [
    `per run: ${us(time.median)} (median), ${us(time.min)} (fastest), ${us(time.p95)} (95th percentile); ${formatSeconds(seconds)} in all`,
  ]
}
