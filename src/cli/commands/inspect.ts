import { relativeInspection } from '../../host/relative-at.ts'
import { inspectSet } from '../../host/irs/inspect-set.ts'
import { inspectReport } from '../../report/inspect-report.ts'
import { jsonLine } from '../../results/json.ts'
import { type Console, paintOf } from '../console.ts'
import type { OptionValues } from '../options.ts'

export async function inspectCommand(file: string, values: OptionValues, { out }: Console): Promise<number> {
  const inspection = relativeInspection(inspectSet(file))
  out.write(values.json ? jsonLine(inspection) : inspectReport(inspection, paintOf(out)))
  return 0
}
