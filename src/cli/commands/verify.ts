import { existsSync } from 'node:fs'
import { usageError } from '../../base/errors.ts'
import type { SessionOptions } from '../../host/worker-session.ts'
import { type VerifiedAndRun, verifyAndRun } from '../../host/irs/verify-and-run.ts'
import { verifyFile } from '../../host/irs/verify-file.ts'
import { verifyUntilFast } from '../../host/irs/verify-until-fast.ts'
import type { VerifyOptions } from '../../irs/verifier/verify-options.ts'
import { inputArguments } from '../../program/inputs/input-values.ts'
import type { VerifyResult } from '../../results/verify-result.ts'
import type { RunResult } from '../../host/run.ts'
import { jsonLine } from '../../results/json.ts'
import { runReport } from '../../report/terminal.ts'
import { verifyReport } from '../../report/verify-report.ts'
import { boundsRecord } from '../bounds-record.ts'
import { inputLog } from '../input-log.ts'
import { inputRecord } from '../input-record.ts'
import { type Console, paintOf, print, widthOf } from '../console.ts'
import { Interrupts } from '../interrupts.ts'
import { printInterrupted } from '../print-error.ts'
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
    const session: SessionOptions = {
      signal: interrupts.stop,
      kill: interrupts.kill,
      output: err,
      stepTimeoutMs: values['step-timeout'],
      onProgress: (now) => progress.update((width) => searchProgress(now, values.budget, width)),
    }
    const { verified, ran } = await work(file, values, session, (line) => {
      progress.clear()
      err.write(`heddle: ${line}\n`)
    })
    progress.clear()
    if (verified === null) {
      printInterrupted(`interrupted; what was verified is in ${values.out}`, values.json === true, { out, err })
      return 3
    }
    if (values.json) out.write(jsonLine(values.run === true ? { verified, ran } : verified))
    else {
      print(
        out,
        verifyReport(verified, paintOf(out), ({ schedule, input }) =>
          replayCommand(
            file,
            schedule,
            undefined,
            undefined,
            undefined,
            input === undefined ? values.input : inputArguments(input),
          ),
        ),
      )
      if (ran !== null)
        print(out, `\n${runReport(ran, { paint: paintOf(out), width: widthOf(out), asked: values.repeat ?? 1 })}`)
    }
    return exitCode(verified, ran)
  } finally {
    progress.clear()
    interrupts.dispose()
  }
}

async function work(
  file: string,
  values: OptionValues,
  session: SessionOptions,
  told: (line: string) => void,
): Promise<VerifiedAndRun> {
  refuseToReplace(values)
  const options = verifyOptions(values)
  const { run, overhead, repeat, inputs } = values
  if (values['input-log'] !== undefined && inputs === undefined)
    throw usageError('--input-log says which regions of inputs come first: it belongs to --inputs symbolic')
  checkInputs(inputs, run === true ? '--run' : overhead !== undefined ? '--overhead' : null)
  if (run === true && overhead !== undefined)
    throw usageError(
      'verify takes --run or --overhead, not both: a program that runs meanwhile disturbs the measurement',
    )
  if (run === true)
    return verifyAndRun(file, options, session, {
      repeat: repeat ?? 1,
      signal: session.signal,
      input: options.input ?? {},
    })
  if (overhead === undefined) return { verified: await verifyFile(file, options, session), ran: null }
  return {
    verified: await verifyUntilFast(file, options, overhead, session, (traces, percent) =>
      told(`${traces} traces: ${percent.toFixed(0)}% longer than plainly`),
    ),
    ran: null,
  }
}

/** `running`: what makes the program run meanwhile, which it does for one input. */
function checkInputs(inputs: string | undefined, running: string | null): void {
  if (inputs === undefined) return
  if (inputs !== 'symbolic')
    throw usageError(
      `verify takes --inputs symbolic, for all inputs, or a value for each (--input), not --inputs ${inputs}`,
    )
  if (running !== null)
    throw usageError(
      `verify takes --inputs symbolic or ${running}, not both: a run is about one input. Run it beside, with heddle run --admit SET --follow`,
    )
}

/** A set may have taken days. */
function refuseToReplace({ out, resume, force }: OptionValues): void {
  if (resume === true && force === true) throw usageError('verify takes --resume or --force, not both')
  if (resume === true || force === true || !existsSync(out!)) return
  throw usageError(`${out} exists: --resume goes on with it, --force replaces it`)
}

function exitCode(verified: VerifyResult, ran: RunResult | null): number {
  if (verified.erroneous > 0 || (ran !== null && ran.failures.length > 0)) return 1
  if (verified.complete && verified.traces === 0) return 3
  return verified.complete || verified.stopped === 'traces' || verified.stopped === 'overhead' ? 0 : 3
}

function verifyOptions(values: OptionValues): VerifyOptions {
  const { reduction, bound, 'max-depth': maxDepth, traces, budget: budgetMs, resume } = values
  const given = {
    out: values.out!,
    reduction,
    bounds: bound && boundsRecord(bound),
    maxDepth,
    traces,
    budgetMs,
    resume,
    input: values.input && inputRecord(values.input),
    inputs: values.inputs,
    inputLog: values['input-log'] === undefined ? undefined : inputLog(values['input-log']),
  }
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as unknown as VerifyOptions
}
