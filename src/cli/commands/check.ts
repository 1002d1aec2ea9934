import { getHeapStatistics } from 'node:v8'
import { HeddleError } from '../../base/errors.ts'
import { checkFile, CheckFailed, type CheckedFile } from '../../host/check-file.ts'
import { jsonPieces } from '../../results/json.ts'
import type { CheckResult } from '../../results/check-result.ts'
import { checkReport, SourceLines } from '../../report/terminal.ts'
import { inputArguments } from '../../program/inputs/input-values.ts'
import type { CheckOptions } from '../../checking/checker.ts'
import { boundsRecord } from '../bounds-record.ts'
import { exploreRecord } from '../explore-record.ts'
import { inputRecord } from '../input-record.ts'
import { type Console, paintOf, widthOf } from '../console.ts'
import { Interrupts } from '../interrupts.ts'
import type { OptionValues } from '../options.ts'
import { ProgressLine, searchProgress } from '../progress-line.ts'
import { replayCommand } from '../replay-command.ts'
import { howToGoOn } from '../how-to-go-on.ts'
import { errorText } from '../print-error.ts'

/** The result, which has been printed unless it is JSON that is not to be shown; null when nothing was explored. */
export async function checkOne(
  file: string,
  values: OptionValues,
  console: Console,
  showsJson: boolean,
): Promise<CheckResult | null> {
  const search = searchOptions(values)
  const progress = new ProgressLine(console.err)
  const interrupts = new Interrupts(() => {
    progress.clear()
    console.err.write('heddle: stopping; once more to stop at once\n')
  })
  try {
    const checked = await checkFile(file, search, {
      signal: interrupts.stop,
      kill: interrupts.kill,
      output: console.err,
      stepTimeoutMs: values['step-timeout'],
      yieldAt: values.yield,
      onProgress: (now) => progress.update(() => searchProgress(now, search.budgetMs)),
    })
    progress.clear()
    return print(file, values, checked, console, showsJson)
  } catch (error) {
    progress.clear()
    return printPartial(file, values, error, console, showsJson)
  } finally {
    interrupts.dispose()
  }
}

function searchOptions(values: OptionValues): CheckOptions {
  const {
    reduction,
    order,
    seed,
    'pct-depth': pctDepth,
    budget: budgetMs,
    bound,
    'all-bugs': allBugs,
    'max-executions': maxExecutions,
    'max-depth': maxDepth,
    'max-rows': maxRows,
  } = values
  const { optimise, commute, switch: switchAt, races, seal, explore } = values
  const given = {
    reduction,
    order,
    seed,
    pctDepth,
    optimise,
    commute,
    switch: switchAt,
    races,
    seal,
    budgetMs,
    allBugs,
    maxExecutions,
    maxDepth,
    maxRows,
    count: !values['no-count'],
    bounds: bound && boundsRecord(bound),
    explore: explore && exploreRecord(explore),
    input: values.input && inputRecord(values.input),
    inputs: values.inputs,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function print(
  file: string,
  values: OptionValues,
  { result, killed }: CheckedFile,
  { out, err }: Console,
  showsJson: boolean,
): CheckResult | null {
  if (result === null) {
    err.write(`heddle: ${killed} while loading ${file}; nothing was explored\n`)
    return null
  }
  const hint =
    result.outcome === 'incomplete' || killed !== null ? howToGoOn(result, values, killed, heapLimit()) : null
  if (values.json) {
    if (showsJson) for (const piece of jsonPieces(result)) out.write(piece)
    if (hint !== null) err.write(`heddle: ${hint}\n`)
  } else out.write(report(file, values, result, hint, out))
  return result
}

function report(
  file: string,
  values: OptionValues,
  result: CheckResult,
  hint: string | null,
  out: Console['out'],
): string {
  return checkReport(result, {
    paint: paintOf(out),
    width: widthOf(out),
    sources: new SourceLines(),
    hint,
    allBugs: values['all-bugs'] === true,
    wraps: out.isTTY === true,
    replayCommand: (schedule, input = {}) =>
      replayCommand(file, schedule, undefined, values.explore, values.yield, inputArguments(input)),
  })
}

/** A check that broke off may have found bugs before; they count. */
function printPartial(
  file: string,
  values: OptionValues,
  error: unknown,
  console: Console,
  showsJson: boolean,
): CheckResult | null {
  const partial = error instanceof CheckFailed ? error.partial : null
  if (partial === null || partial.bugs.length === 0 || !(error instanceof HeddleError)) throw error
  console.err.write(errorText(error))
  return print(file, values, { result: partial, killed: null }, console, showsJson)
}

/** Of this process, in megabytes; the worker that checks has the same. */
const heapLimit = (): number => getHeapStatistics().heap_size_limit / 2 ** 20

export function exitCode({ outcome }: CheckResult): number {
  return { verified: 0, bug: 1, incomplete: 3 }[outcome]
}
