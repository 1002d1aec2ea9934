import { usageError } from '../../base/errors.ts'
import { relativeInspection } from '../../host/relative-at.ts'
import { inspectSet } from '../../host/irs/inspect-set.ts'
import { setPage } from '../../report/html/page-set.ts'
import { inspectReport } from '../../report/inspect-report.ts'
import { SourceLines } from '../../report/terminal.ts'
import type { Inspection } from '../../results/inspection.ts'
import { jsonLine } from '../../results/json.ts'
import { type Console, paintOf, print, widthOf } from '../console.ts'
import { writePage } from '../html-page.ts'
import type { OptionValues } from '../options.ts'
import { refuseUnwritable } from '../output-file.ts'

export async function inspectCommand(file: string, values: OptionValues, { out, err }: Console): Promise<number> {
  const { html, cost: program } = values
  if (html !== undefined) refuseUnwritable('--html', html)
  const inspection = relativeInspection(inspectSet(file))
  const result = program === undefined ? inspection : await withCost(inspection, program, err)
  if (html !== undefined) writePage('--html', html, [], [setPage(result, new SourceLines())])
  if (values.json) out.write(jsonLine(result))
  else print(out, inspectReport(result, paintOf(out), widthOf(out)))
  return 0
}

async function withCost(inspection: Inspection, program: string, err: Console['err']): Promise<Inspection> {
  if (inspection.inputs !== undefined)
    throw usageError('--cost measures runs of one input, and this set is about regions of them: measure a set of one')
  const { measureCost } = await import('../../host/irs/measure-cost.ts')
  const cost = await measureCost(program, inspection.set, inspection.input ?? {})
  if (cost === null) err.write(`heddle: what the set costs is not known: plain runs of ${program} do not end\n`)
  return cost === null ? inspection : { ...inspection, cost }
}
