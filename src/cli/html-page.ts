/** The page of a check or of a replay, as `--html FILE` writes it. */
import { version } from '../base/version.ts'
import { walkFile } from '../host/check-file.ts'
import type { PageProgram, PageSet } from '../report/html/page-data.ts'
import { checkedPage, executionsOf, keyOf, type PageView, uncheckedPage } from '../report/html/page-program.ts'
import { renderPage } from '../report/html/render-page.ts'
import { PAGE_EVENTS } from '../report/html/shortened.ts'
import { SourceLines } from '../report/source-lines.ts'
import type { CheckResult, ReplayResult } from '../results/check-result.ts'
import type { Checked } from './check-outputs.ts'
import { inputArguments } from '../program/inputs/input-values.ts'
import { exploreRecord } from './explore-record.ts'
import type { OptionValues } from './options.ts'
import { writeOutput } from './output-file.ts'
import { errorAsJson } from './print-error.ts'
import { replayCommand } from './replay-command.ts'

export function writePage(
  option: string,
  file: string,
  programs: readonly PageProgram[],
  sets: readonly PageSet[] = [],
): void {
  writeOutput(option, file, renderPage({ version: version(), programs, sets }))
}

export function viewOf(file: string | null, { explore, yield: yields }: OptionValues): PageView {
  return {
    sources: new SourceLines(),
    replayCommand:
      file === null
        ? null
        : (schedule, input = {}) => replayCommand(file, schedule, undefined, explore, yields, inputArguments(input)),
  }
}

/** Replays what the page is to show step by step: the check itself keeps no more of an execution than its schedule. */
export async function checkedPages(checked: readonly Checked[], values: OptionValues): Promise<PageProgram[]> {
  const pages: PageProgram[] = []
  for (const one of checked) {
    if ('error' in one) pages.push(uncheckedPage(one.file, errorAsJson(one.error)))
    else if (one.result === null) pages.push(uncheckedPage(one.file, null))
    else
      pages.push(
        checkedPage(one.file, one.result, await walked(one.file, one.result, values), viewOf(one.file, values)),
      )
  }
  return pages
}

async function walked(file: string, result: CheckResult, values: OptionValues): Promise<Map<string, ReplayResult>> {
  const wanted = executionsOf(result)
  const { explore, yield: yieldAt, 'step-timeout': stepTimeoutMs } = values
  const session = { explore: explore && exploreRecord(explore), yieldAt, stepTimeoutMs }
  const results = await walkFile(
    file,
    wanted.map(({ schedule, input = {} }) => ({ schedule, input })),
    PAGE_EVENTS,
    session,
  ).catch(() => null) // what the result has will do
  return new Map(wanted.flatMap((named, i) => (results?.[i] == null ? [] : [[keyOf(named), results[i]]])))
}
