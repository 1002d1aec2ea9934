import { resolve as resolvePath } from 'node:path'
import { type MessagePort, Worker } from 'node:worker_threads'
import { type HeddleError, internalError, programError, usageError } from '../../base/errors.ts'
import { entryUrl } from '../../base/own-code.ts'
import type { RunResult } from '../../results/run-result.ts'
import { Lender } from '../pool/lender.ts'
import { type CoordinatorData, type FromCoordinator, HostWord } from '../protocol/messages.ts'
import { heddleErrorFrom } from '../protocol/thrown.ts'
import type { GivenInput } from '../../program/inputs/input-values.ts'
import type { Inputs } from './run-director.ts'
import type { MemoryOptions } from './run-memory.ts'

export interface RunOptions {
  readonly repeat?: number
  /** Stops after the current run; what was seen so far is the result. */
  readonly signal?: AbortSignal
  /** How long the threads of one run may show no progress before the run counts as failed. */
  readonly timeoutMs?: number
  readonly onProgress?: (done: number) => void
  /** What memory each run begins with. */
  readonly memory?: MemoryOptions
  /** What declared threads choose. */
  readonly inputs?: Inputs
  /** Values of the program's inputs. */
  readonly input?: GivenInput
  /** Workers that have imported `heddle/worker`, to be used instead of new ones. They are given back. */
  readonly pool?: readonly Worker[]
}

/** How long loading, `shared`, `outcome` or `after` may take, at least, before they are taken for never returning. */
const STANDSTILL_MS = 30_000
/** Who has asked to stop is not kept waiting. */
const STANDSTILL_AFTER_STOP_MS = 3000
const POLL_MS = 100

export interface RunningCoordinator {
  readonly ended: Promise<RunResult>
  terminate(): Promise<void>
}

/**
 * Starts the worker that runs the program, as often as asked, or whenever `requests` says so. `director` tells it who
 * directs the runs.
 */
export function startCoordinator(
  file: string,
  options: RunOptions,
  director: unknown,
  requests: MessagePort | null,
): RunningCoordinator {
  const { repeat = 0, memory = {}, inputs = {}, input = {}, pool, signal } = options
  const timeoutMs = checkedCount('timeoutMs', options.timeoutMs ?? 5000)
  const words = new Int32Array(new SharedArrayBuffer(16))
  const lender = pool === undefined ? null : new Lender(pool)
  const workerData: CoordinatorData = {
    file: resolvePath(file),
    repeat,
    timeoutMs,
    host: words.buffer,
    memory,
    inputs,
    input,
    requests,
    lending: lender?.data ?? null,
    director,
  }
  const transferList = [requests, lender?.data.port].filter((port) => port != null)
  // The flags of this process (--import, --input-type, …) are not meant for the program; its workers inherit none
  // either.
  const worker = new Worker(entryUrl('coordinator'), { workerData, transferList, execArgv: [] })
  const stop = (): void => {
    Atomics.store(words, HostWord.stop, 1)
  }
  signal?.addEventListener('abort', stop)
  if (signal?.aborted === true) stop()
  const standstill = watchFor(words, Math.max(STANDSTILL_MS, timeoutMs), options.onProgress)
  return {
    ended: Promise.race([answer(worker, file), standstill.happened]),
    terminate: async () => {
      standstill.end()
      signal?.removeEventListener('abort', stop)
      await worker.terminate()
      lender?.dispose()
    },
  }
}

export function checkedCount(name: string, value: number): number {
  if (!Number.isInteger(value) || value < 1)
    throw usageError(`${name} must be an integer from 1 and up, got ${String(value)}`)
  return value
}

function answer(worker: Worker, file: string): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message: FromCoordinator) => {
      if (message.type === 'result') resolve(message.result)
      else reject(errorFrom(message))
    })
    worker.once('error', (error) =>
      reject(
        programError(
          `${file}: an error that nobody caught: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        ),
      ),
    )
    worker.once('exit', (code) =>
      reject(programError(`${file} ended the run with process.exit(${code}), outside its threads`)),
    )
  })
}

function errorFrom({ thrown }: FromCoordinator & { type: 'error' }): HeddleError {
  return thrown.error === null ? internalError(thrown.message) : heddleErrorFrom(thrown)
}

/** Looks at the coordinator's words from time to time: for progress, and for code that never returns. */
function watchFor(
  words: Int32Array,
  limitMs: number,
  onProgress?: (done: number) => void,
): { happened: Promise<never>; end(): void } {
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
