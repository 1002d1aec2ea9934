/** Checks a program object in this thread, in slices, so that events are served meanwhile. */
import { withEvents } from '../checking/bug-events.ts'
import type { ExploreOption } from '../checking/check-options.ts'
import { replayProgram } from '../checking/replay.ts'
import type { GivenInput } from '../program/inputs/input-values.ts'
import type { Program } from '../program/program.ts'
import { taggedCheck, taggedReplay } from '../results/json.ts'
import type { CheckResult, ReplayResult } from '../results/check-result.ts'
import type { CheckOptions } from '../checking/checker.ts'
import { checkOf } from '../checking/inputs/inputs-check.ts'
import { type Progress, Word, WORDS } from './protocol.ts'
import { relativeCheck, relativeReplay } from './relative-at.ts'
import { sliced } from './slices.ts'

export interface InProcessOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export async function checkProgram(
  program: Program,
  options: CheckOptions,
  { signal, onProgress }: InProcessOptions,
): Promise<CheckResult> {
  const words = new Int32Array(WORDS)
  const checker = checkOf(program, options, { words })
  await sliced(
    (ms) => {
      if (signal?.aborted) words[Word.stop] = 1
      const finished = checker.run(ms)
      onProgress?.(checker.progress())
      return finished
    },
    () => checker.waiting?.(),
  )
  return relativeCheck(withEvents(program, taggedCheck(checker.result()), options.explore))
}

export function replayProgramHere(
  program: Program,
  schedule: string,
  explore: ExploreOption = {},
  input: GivenInput = {},
): ReplayResult {
  return relativeReplay(taggedReplay(replayProgram(program, schedule, { explore, input })))
}
