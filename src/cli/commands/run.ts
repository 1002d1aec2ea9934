import { usageError } from '../../base/errors.ts'
import { runAdmitted, runPlain } from '../../host/run.ts'
import { jsonLine } from '../../results/json.ts'
import { runReport } from '../../report/terminal.ts'
import { counted } from '../../report/text.ts'
import { inputRecord } from '../input-record.ts'
import { type Console, paintOf, print, widthOf } from '../console.ts'
import { Interrupts } from '../interrupts.ts'
import type { OptionValues } from '../options.ts'
import { ProgressLine } from '../progress-line.ts'

export async function runCommand(file: string, values: OptionValues, { out, err }: Console): Promise<number> {
  const { repeat = 1, timeout: timeoutMs, admit, follow, monitor, watch, seed, 'keep-memory': keep } = values
  const given = values.input ?? []
  checkHow(values)
  const progress = new ProgressLine(err)
  const interrupts = new Interrupts(() => progress.clear())
  try {
    const options = {
      repeat,
      signal: interrupts.stop,
      timeoutMs,
      input: inputRecord(given.filter(isOfProgram)),
      onProgress: (done: number) => progress.update(() => `${counted(done, 'run')} of ${repeat}`),
    }
    const result =
      admit === undefined
        ? await runPlain(file, options)
        : await runAdmitted(
            file,
            { set: admit, follow, monitor, watch: watch as number | undefined, seed },
            { ...options, memory: { keep }, inputs: inputsOf(given.filter((one) => !isOfProgram(one))) },
          )
    progress.clear()
    if (values.json) out.write(jsonLine(result))
    else print(out, runReport(result, { paint: paintOf(out), width: widthOf(out), asked: repeat }))
    if (result.failures.length > 0) return 1
    return result.runs < repeat ? 3 : 0
  } finally {
    progress.clear()
    interrupts.dispose()
  }
}

/** NAME=VALUE is an input of the program, THREAD:VALUES what a thread chooses. */
const isOfProgram = (given: string): boolean => given.includes('=')

function checkHow({ plain, follow, monitor, watch, seed, input = [], 'keep-memory': keepMemory }: OptionValues): void {
  const chosen = input.find((one) => !isOfProgram(one))
  const misplaced = Object.entries({ follow, monitor, watch, seed, input: chosen, 'keep-memory': keepMemory }).find(
    ([, value]) => value !== undefined,
  )
  if (plain === true && misplaced !== undefined)
    throw usageError(`--${misplaced[0]} belongs to --admit SET, not to --plain`)
  if (monitor === true && watch !== undefined)
    throw usageError('--monitor watches every run, so --watch has nothing to choose: leave one of them out')
  if (seed !== undefined && watch === undefined)
    throw usageError('--seed says which runs --watch picks: give --watch as well')
}

/** THREAD:VALUE,VALUE */
function inputsOf(given: readonly string[]): Record<string, number[]> {
  return Object.fromEntries(
    given.map((one) => {
      const [, thread, values] = /^(.+):(\d+(?:,\d+)*)$/.exec(one) ?? []
      if (thread === undefined || values === undefined)
        throw usageError(
          `--input expects the name of an input and its value, as in n=5, or a thread and the values of its choose, as in parse:2 or parse:2,0, got '${one}'`,
        )
      return [thread, values.split(',').map(Number)]
    }),
  )
}
