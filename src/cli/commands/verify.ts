import { verifyFile } from '../../irs/host/verify-file.ts'
import type { VerifyOptions } from '../../irs/verifier/verifier.ts'
import { jsonLine } from '../../report/json.ts'
import { verifyReport } from '../../report/verify-report.ts'
import { boundsRecord } from '../bounds-record.ts'
import { type Console, paintOf } from '../console.ts'
import { Interrupts } from '../interrupts.ts'
import type { OptionValues } from '../options.ts'
import { ProgressLine, searchProgress } from '../progress-line.ts'
import { replayCommand } from '../replay-command.ts'

export async function verifyCommand(file: string, values: OptionValues, { out, err }: Console): Promise<number> {
  const progress = new ProgressLine(err)
  const interrupts = new Interrupts(() => {
    progress.clear()
    err.write('heddle: stopping; once more to stop at once\n')
  })
  try {
    const result = await verifyFile(file, verifyOptions(values), {
      signal: interrupts.stop, kill: interrupts.kill, output: err, stepTimeoutMs: values['step-timeout'],
      onProgress: (now) => progress.update(() => searchProgress(now, values.budget)),
    })
    progress.clear()
    if (result === null) {
      err.write(`heddle: interrupted; what was verified is in ${values.out}\n`)
      return 3
    }
    out.write(values.json ? jsonLine(result) : verifyReport(result, paintOf(out), (schedule) => replayCommand(file, schedule)))
    if (result.erroneous > 0) return 1
    return result.complete || result.stopped === 'traces' || result.stopped === 'overhead' ? 0 : 3
  } finally {
    progress.clear()
    interrupts.dispose()
  }
}

function verifyOptions(values: OptionValues): VerifyOptions {
  const { reduction, bound, 'max-depth': maxDepth, traces, budget: budgetMs, resume } = values
  const given = { out: values.out!, reduction, bounds: bound && boundsRecord(bound), maxDepth, traces, budgetMs, resume }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as unknown as VerifyOptions
}
