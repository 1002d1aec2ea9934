import { relative } from 'node:path'
import type { CheckOptions } from '../checking/checker.ts'
import { inputArguments } from '../program/inputs/input-values.ts'
import { replayLine } from '../report/replay-line.ts'
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
  yieldAt: readonly string[] = [],
): CheckApiResult {
  const report = checkReport(result, {
    paint: noPaint,
    width: WIDTH,
    sources: new SourceLines(),
    hint: null,
    allBugs: allBugs === true,
    replayCommand:
      file === null
        ? null
        : (schedule, input = {}) =>
            replayLine({
              self: ['npx', 'heddle'],
              file: relative(process.cwd(), file),
              schedule,
              explore: Object.entries(explore ?? {}).map(([name, values]) => [name, values!] as const),
              yields: yieldAt,
              input: inputArguments(input),
            }),
  })
  return { ...result, report }
}
