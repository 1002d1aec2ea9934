import { resolve as resolvePath } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type HeddleError, internalError, programError, usageError } from '../errors.ts'
import { version } from '../host/version.ts'
import type { EnforcementOptions } from '../irs/enforcement/main-side.ts'
import { type AdmitData, type CoordinatorData, type FromCoordinator, HostWord } from './messages.ts'
import type { RunResult } from './run-result.ts'
import { heddleErrorFrom } from './thrown.ts'

export type { RunFailure, RunFailureKind, RunResult } from './run-result.ts'

export interface RunPlainOptions {
  readonly repeat?: number
  /** Stops after the current run; what was seen so far is the result. */
  readonly signal?: AbortSignal
  /** How long the threads of one run may show no progress before the run counts as failed. */
  readonly timeoutMs?: number
  readonly onProgress?: (done: number) => void
}

/** How long loading, `shared`, `outcome` or `after` may take, at least, before they are taken for never returning. */
const STANDSTILL_MS = 30_000
/** Who has asked to stop is not kept waiting. */
const STANDSTILL_AFTER_STOP_MS = 3000
const POLL_MS = 100

/** Runs a program's module, unmodified but for its types, on real worker threads. */
export function runPlain(file: string, options: RunPlainOptions = {}): Promise<RunResult> {
  return runReal(file, options, null)
}

/** The same under an admissible set: only executions happen that it holds. */
export function runAdmitted(file: string, admit: EnforcementOptions, options: RunPlainOptions = {}): Promise<RunResult> {
  return runReal(file, options, { ...admit, set: resolvePath(admit.set), version: version() })
}

async function runReal(file: string, options: RunPlainOptions, admit: AdmitData | null): Promise<RunResult> {
  const repeat = checkedCount('repeat', options.repeat ?? 1)
  const timeoutMs = checkedCount('timeoutMs', options.timeoutMs ?? 5000)
  const words = new Int32Array(new SharedArrayBuffer(16))
  const workerData: CoordinatorData = { file: resolvePath(file), repeat, timeoutMs, host: words.buffer, admit }
  // The flags of this process (--import, --input-type, …) are not meant for the program; its workers inherit none either.
  const worker = new Worker(new URL('./coordinator.js', import.meta.url), { workerData, execArgv: [] })
  const stop = (): void => { Atomics.store(words, HostWord.stop, 1) }
  options.signal?.addEventListener('abort', stop)
  if (options.signal?.aborted === true) stop()
  const standstill = watchFor(words, Math.max(STANDSTILL_MS, timeoutMs), options.onProgress)
  try {
    return await Promise.race([answer(worker, file), standstill.happened])
  } finally {
    standstill.end()
    options.signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

function checkedCount(name: string, value: number): number {
  if (!Number.isInteger(value) || value < 1) throw usageError(`${name} must be an integer from 1 and up, got ${String(value)}`)
  return value
}

function answer(worker: Worker, file: string): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message: FromCoordinator) => {
      if (message.type === 'result') resolve(message.result)
      else reject(errorFrom(message))
    })
    worker.once('error', (error) => reject(programError(`${file}: an error that nobody caught: ${error instanceof Error ? error.stack ?? error.message : String(error)}`)))
    worker.once('exit', (code) => reject(programError(`${file} ended the run with process.exit(${code}), outside its threads`)))
  })
}

function errorFrom({ thrown }: FromCoordinator & { type: 'error' }): HeddleError {
  return thrown.error === null ? internalError(thrown.message) : heddleErrorFrom(thrown)
}

/** Looks at the coordinator's words from time to time: for progress, and for code that never returns. */
function watchFor(words: Int32Array, limitMs: number, onProgress?: (done: number) => void): { happened: Promise<never>; end(): void } {
  let timer: NodeJS.Timeout
  const happened = new Promise<never>((_, reject) => {
    let seen = { heartbeat: 0, done: 0 }
    let quietPolls = 0
    timer = setInterval(() => {
      const now = { heartbeat: Atomics.load(words, HostWord.heartbeat), done: Atomics.load(words, HostWord.done) }
      quietPolls = now.heartbeat === seen.heartbeat ? quietPolls + 1 : 0
      if (now.done !== seen.done) onProgress?.(now.done)
      seen = now
      const limit = Atomics.load(words, HostWord.stop) === 0 ? limitMs : STANDSTILL_AFTER_STOP_MS
      if (quietPolls * POLL_MS < limit) return
      const where = now.heartbeat === 0 ? 'loading the module, or `shared`,' : '`shared`, `outcome` or `after`'
      reject(programError(`${where} did not return within ${limit / 1000} s`))
    }, POLL_MS)
  })
  return { happened, end: () => clearInterval(timer) }
}
