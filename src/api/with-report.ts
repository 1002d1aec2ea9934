import { relative } from 'node:path'
import type { CheckOptions } from '../checking/checker.ts'
import { checkReport, noPaint, SourceLines } from '../report/terminal.ts'
import type { CheckResult } from '../results/check-result.ts'
import type { CheckApiResult } from './check.ts'

/** Messages of errors are shown in all kinds of places. */
const WIDTH = 120

/** `file`: what was checked; null for a program that lies in no file of its own. */
export function withReport(
  result: CheckResult,
  file: string | null,
  { allBugs, explore }: CheckOptions,
): CheckApiResult {
  const values = Object.entries(explore ?? {}).map(([name, list]) =>
    list === true ? ` --explore ${name}` : ` --explore ${name}:${list!.join(',')}`,
  )
  const report = checkReport(result, {
    paint: noPaint,
    width: WIDTH,
    sources: new SourceLines(),
    hint: null,
    allBugs: allBugs === true,
    replayCommand:
      file === null
        ? null
        : (schedule) => `npx heddle replay ${relative(process.cwd(), file)}${values.join('')} --schedule ${schedule}`,
  })
  return { ...result, report }
}
