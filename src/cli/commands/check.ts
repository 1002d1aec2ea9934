import { getHeapStatistics } from 'node:v8'
import { HeddleError } from '../../base/errors.ts'
import { checkFile, CheckFailed, type CheckedFile } from '../../host/check-file.ts'
import { jsonPieces } from '../../results/json.ts'
import type { CheckResult } from '../../results/check-result.ts'
import { checkReport, SourceLines } from '../../report/terminal.ts'
import { inputArguments } from '../../program/inputs/input-values.ts'
import { type Console, paintOf, widthOf } from '../console.ts'
import { Interrupts } from '../interrupts.ts'
import type { OptionValues } from '../options.ts'
import { ProgressLine, searchProgress } from '../progress-line.ts'
import { replayCommand } from '../replay-command.ts'
import { howToGoOn } from '../how-to-go-on.ts'
import { searchOptions } from './search-options.ts'
import { errorText, printInterrupted } from '../print-error.ts'

/** What came of it, which has been printed unless it is JSON that is not to be shown. */
export async function checkOne(
  file: string,
  values: OptionValues,
  console: Console,
  showsJson: boolean,
  changed?: AbortSignal,
): Promise<CheckedFile> {
  const search = searchOptions(values)
  const progress = new ProgressLine(console.err)
  const interrupts = new Interrupts(() => {
    progress.clear()
    console.err.write('heddle: stopping; once more to stop at once\n')
  })
  try {
    const checked = await checkFile(file, search, {
      signal: changed === undefined ? interrupts.stop : AbortSignal.any([interrupts.stop, changed]),
      kill: interrupts.kill,
      output: console.err,
      stepTimeoutMs: values['step-timeout'],
      yieldAt: values.yield,
      onProgress: (now) => progress.update((width) => searchProgress(now, search.budgetMs, width)),
    })
    progress.clear()
    if (changed?.aborted !== true) print(file, values, checked, console, showsJson)
    return checked
  } catch (error) {
    progress.clear()
    return printPartial(file, values, error, console, showsJson)
  } finally {
    interrupts.dispose()
  }
}

function print(
  file: string,
  values: OptionValues,
  { result, killed }: CheckedFile,
  console: Console,
  showsJson: boolean,
): void {
  const { out, err } = console
  if (result === null)
    return printInterrupted(
      `${killed} while loading ${file}; nothing was explored`,
      values.json === true && showsJson,
      console,
    )
  const hint =
    result.outcome === 'incomplete' || killed !== null ? howToGoOn(result, values, killed, heapLimit()) : null
  if (values.json) {
    if (showsJson) for (const piece of jsonPieces(result)) out.write(piece)
    if (hint !== null) err.write(`heddle: ${hint}\n`)
  } else out.write(report(file, values, result, hint, out))
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
): CheckedFile {
  const partial = error instanceof CheckFailed ? error.partial : null
  if (partial === null || partial.bugs.length === 0 || !(error instanceof HeddleError)) throw error
  console.err.write(errorText(error))
  const checked = { result: partial, killed: null, sources: null }
  print(file, values, checked, console, showsJson)
  return checked
}

/** Of this process, in megabytes; the worker that checks has the same. */
const heapLimit = (): number => getHeapStatistics().heap_size_limit / 2 ** 20

export function exitCode({ outcome }: CheckResult): number {
  return { verified: 0, bug: 1, incomplete: 3 }[outcome]
}
