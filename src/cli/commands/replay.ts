import { replayFile } from '../../host/check-file.ts'
import { jsonLine } from '../../report/json.ts'
import { replayReport, SourceLines } from '../../report/terminal.ts'
import { type Console, paintOf, widthOf } from '../console.ts'
import { Interrupts } from '../interrupts.ts'
import type { OptionValues } from '../options.ts'

export async function replayCommand(file: string, values: OptionValues, { out, err }: Console): Promise<number> {
  const interrupts = new Interrupts(() => undefined)
  try {
    const { schedule, 'step-timeout': stepTimeoutMs } = values
    const result = await replayFile(file, schedule!, {
      signal: interrupts.stop, kill: interrupts.kill, output: err, stepTimeoutMs,
    })
    if (result === null) {
      err.write('heddle: interrupted\n')
      return 3
    }
    const view = { paint: paintOf(out), width: widthOf(out), sources: new SourceLines(), replayCommand: null }
    out.write(values.json ? jsonLine(result) : replayReport(result, view))
    return result.outcome === 'bug' ? 1 : 0
  } finally {
    interrupts.dispose()
  }
}
