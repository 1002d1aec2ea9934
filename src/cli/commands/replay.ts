import { usageError } from '../../base/errors.ts'
import { replayFile } from '../../host/check-file.ts'
import { jsonPieces } from '../../results/json.ts'
import { replayReport, SourceLines } from '../../report/terminal.ts'
import { traceFormats } from '../../report/traces/index.ts'
import { replayedPage } from '../../report/html/page-program.ts'
import { PAGE_EVENTS } from '../../report/html/shortened.ts'
import { viewOf, writePage } from '../html-page.ts'
import { refuseUnwritable } from '../output-file.ts'
import { type Console, paintOf, widthOf } from '../console.ts'
import { Interrupts } from '../interrupts.ts'
import { printInterrupted } from '../print-error.ts'
import { inputRecord } from '../input-record.ts'
import { exploreRecord } from '../explore-record.ts'
import type { OptionValues } from '../options.ts'
import { checkInspection, underDebugger } from '../under-debugger.ts'
import { scheduleGiven } from '../replay-command.ts'

export async function replayCommand(file: string, values: OptionValues, { out, err }: Console): Promise<number> {
  if (values.json === true && values.format !== undefined) throw usageError('replay takes --json or --format, not both')
  if (values.html !== undefined) refuseUnwritable('--html', values.html)
  const format = values.format === undefined ? null : traceFormats[values.format]!
  checkInspection(values)
  const interrupts = new Interrupts(() => undefined)
  try {
    const { schedule, explore, html, 'step-timeout': stepTimeoutMs } = values
    const events = html === undefined ? values.events : Math.max(values.events!, PAGE_EVENTS)
    const { schedule: asked, input } = scheduleGiven(schedule!)
    const given = { ...input, ...inputRecord(values.input ?? []) }
    let demands: readonly string[] = []
    const result = await replayFile(file, asked, {
      input: given,
      onDemands: (all) => {
        demands = all
      },
      events: values.json || format?.wantsAll ? Infinity : events,
      signal: interrupts.stop,
      kill: interrupts.kill,
      output: err,
      stepTimeoutMs,
      explore: explore && exploreRecord(explore),
      yieldAt: values.yield,
      details: html !== undefined,
    })
    if (result === null) {
      printInterrupted('interrupted', values.json === true, { out, err })
      return 3
    }
    if (html !== undefined) writePage('--html', html, [replayedPage(file, result, viewOf(file, values))])
    if (values.inspect === true)
      await underDebugger(
        result,
        { file, schedule: asked, demands, explore: exploreRecord(explore ?? []), input: given },
        values,
        err,
        interrupts.stop,
      )
    const sources = new SourceLines()
    const view = { paint: paintOf(out), width: widthOf(out), sources, replayCommand: null }
    if (format !== null) out.write(format.render(result, (at) => sources.lineAt(at)))
    else for (const piece of values.json ? jsonPieces(result) : [replayReport(result, view)]) out.write(piece)
    return result.outcome === 'bug' ? 1 : 0
  } finally {
    interrupts.dispose()
  }
}
