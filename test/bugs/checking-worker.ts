/** Loads one file of the suite as `heddle check` would; checks its programs, or runs them under a schedule. */
import { parentPort, workerData } from 'node:worker_threads'
import { bugOf } from '../../src/checking/bugs.ts'
import { Checker } from '../../src/checking/checker.ts'
import { installDeterminism } from '../../src/execution/determinism/determinism.ts'
import { Execution } from '../../src/execution/execution.ts'
import { record } from '../../src/execution/replay/recording.ts'
import { registerLoader } from '../../src/frontends/loader/register-loader.ts'
import * as heddle from '../../src/index.ts'
import { relativeBug, relativeCheck } from '../../src/host/relative-at.ts'
import type { Program } from '../../src/program/program.ts'
import type { Bug, CheckResult } from '../../src/results/check-result.ts'
import type { Answer, Request, Runs } from './subject.ts'
import type { Variant } from './variant.ts'

registerLoader({ mode: 'explore', heddle })
const { make } = (await import(workerData as string)) as { make: (variant: Variant) => Program }

function check(program: Program, request: Request & { kind: 'check' }): CheckResult {
  const checker = new Checker(program, request.options)
  while (!checker.run(Infinity));
  return relativeCheck(checker.result())
}

/** A schedule that was made by hand knows nothing of the operations, only whose turn it is. */
function run(program: Program, runs: Runs): Bug | null {
  installDeterminism()
  const execution = new Execution(program)
  const threads = runs.flatMap(([thread, events]) => Array<number>(events).fill(thread))
  const recording = record(execution, { threads, choices: [] })
  const bug = bugOf(execution, recording, '', { threads, choices: [], fingerprints: [] })
  return bug && relativeBug(bug)
}

function answer(request: Request): Answer {
  try {
    const program = make(request.variant)
    return { result: request.kind === 'check' ? check(program, request) : run(program, request.runs) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort!.on('message', (request: Request) => parentPort!.postMessage(answer(request)))
