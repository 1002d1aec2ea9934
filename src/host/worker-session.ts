/** The main side of the worker in which a file is checked or replayed. */
import { finished } from 'node:stream/promises'
import type { Worker } from 'node:worker_threads'
import { type HeddleError, internalError, programError } from '../base/errors.ts'
import { Phase, type Progress, Word, type WorkerMessage, type WorkerTask, WORDS } from './protocol.ts'
import { checkWorker } from './check-worker.ts'
import { retellCoverage } from './coverage/measured-coverage.ts'
import { receiveError, strayError } from './transfer-error.ts'
import { type Standstill, Watchdog } from './watchdog.ts'
import type { CheckResult } from '../results/check-result.ts'

export interface SessionOptions {
  /** How long a thread may run without reaching a shared operation. */
  readonly stepTimeoutMs?: number
  /** Loops whose rounds begin with a yield, as `FILE:LINE`. */
  readonly yieldAt?: readonly string[]
  /** Asks the search to stop at its next execution. */
  readonly signal?: AbortSignal
  /** Ends it at once; what was covered until a moment ago is kept. */
  readonly kill?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** Is told in the end what the transform had to make suspendable besides. */
  readonly onDemands?: (demands: readonly string[]) => void
  /** Where the program's own prints go. */
  readonly output?: NodeJS.WritableStream
}

export type Finished = Extract<WorkerMessage, { type: 'checked' | 'replayed' | 'walked' | 'verified' }>

export type SessionEnd =
  | { readonly how: 'finished'; readonly message: Finished }
  | { readonly how: 'stopped'; readonly why: 'interrupted' | 'out of memory'; readonly snapshot: CheckResult | null }
  | {
      readonly how: 'failed'
      readonly error: HeddleError
      readonly snapshot: CheckResult | null
      /** By what it did when it was explored: not before, when it was loaded, nor by taking long, which says nothing yet. */
      readonly whenExplored: boolean
    }

const DEFAULT_STEP_TIMEOUT_MS = 5000
/** How long the search may take to notice that it is to stop. */
const STOP_GRACE_MS = 2000

/**
 * The program is loaded once more when code that cannot be suspended, but could be made so, has reached shared memory
 * (`frontends/plain/demands.ts`).
 */
export async function runInWorker(file: string, task: WorkerTask, options: SessionOptions): Promise<SessionEnd> {
  const demands = (options.yieldAt ?? []).map((place) => `yield ${place}`)
  if ((task.kind === 'check' || task.kind === 'verify') && task.options.inputs === 'symbolic') demands.push('symbolic')
  for (;;) {
    const end = await new Session(file, task, options, demands).end()
    const missing = end.how === 'failed' ? (end.error.demands ?? []).filter((one) => !demands.includes(one)) : []
    if (missing.length === 0) {
      options.onDemands?.(demands)
      return end
    }
    demands.push(...missing)
  }
}

class Session {
  private readonly words = new Int32Array(new SharedArrayBuffer(WORDS * 4))
  private readonly options: SessionOptions
  private readonly worker: Worker
  private snapshot: CheckResult | null = null
  private names: { threads: readonly string[]; sites: readonly string[] } = { threads: [], sites: [] }
  private settle!: (end: SessionEnd) => void
  private readonly settled = new Promise<SessionEnd>((resolve) => {
    this.settle = resolve
  })

  constructor(file: string, task: WorkerTask, options: SessionOptions, demands: readonly string[]) {
    this.options = options
    this.worker = checkWorker({ file, task, demands, words: this.words.buffer as SharedArrayBuffer })
    this.listen()
  }

  async end(): Promise<SessionEnd> {
    const { signal, kill, stepTimeoutMs = DEFAULT_STEP_TIMEOUT_MS } = this.options
    const watchdog = new Watchdog(this.words, stepTimeoutMs, (what) =>
      this.fail(this.describe(what, stepTimeoutMs), false),
    )
    const forget = [onAbort(signal, () => this.stop()), onAbort(kill, () => this.interrupt())]
    try {
      return await this.settled
    } finally {
      watchdog.stop()
      for (const undo of forget) undo()
      await this.close()
    }
  }

  private listen(): void {
    const { worker } = this
    const output = this.options.output ?? process.stderr
    worker.stdout.pipe(output, { end: false })
    worker.stderr.pipe(output, { end: false })
    worker.on('message', (message: WorkerMessage) => this.receive(message))
    worker.on('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        this.settle({ how: 'stopped', why: 'out of memory', snapshot: this.snapshot })
      else this.fail(strayError('the program broke the worker in which it is checked', error))
    })
    worker.on('exit', () =>
      this.fail(
        programError(
          'the program ended before it could be explored: is there a top-level await that never settles, or a call that ends the process?',
        ),
      ),
    )
  }

  private receive(message: WorkerMessage): void {
    switch (message.type) {
      case 'names':
        this.names = message
        break
      case 'progress':
        this.options.onProgress?.(message.progress)
        break
      case 'snapshot':
        this.snapshot = message.result
        break
      case 'failed':
        this.fail(receiveError(message.error))
        break
      case 'checked':
      case 'verified':
      case 'replayed':
      case 'walked':
        this.settle({ how: 'finished', message })
        break
    }
  }

  private fail(error: HeddleError, whenExplored = this.phase() !== Phase.loading): void {
    this.settle({ how: 'failed', error, snapshot: this.snapshot, whenExplored })
  }

  private interrupt(): void {
    this.settle({ how: 'stopped', why: 'interrupted', snapshot: this.snapshot })
  }

  /**
   * The search looks at the flag between executions; while it loads, or when it does not react, it is ended from here.
   */
  private stop(): void {
    Atomics.store(this.words, Word.stop, 1)
    if (this.phase() === Phase.loading) return this.interrupt()
    let attempts = 5 // making the final result of a long search may take a while
    const escalate = (): void => {
      if (this.phase() === Phase.reporting && attempts-- > 0) setTimeout(escalate, STOP_GRACE_MS).unref()
      else this.interrupt()
    }
    setTimeout(escalate, STOP_GRACE_MS).unref()
  }

  private phase(): number {
    return Atomics.load(this.words, Word.phase)
  }

  private describe(what: Standstill, limitMs: number): HeddleError {
    const limit = `${limitMs / 1000} s`
    if (what === null) {
      return programError(
        `nothing has moved for a long time outside of threads: \`shared\`, \`after\` or \`outcome\` seem not to end (--step-timeout is ${limit})`,
      )
    }
    const thread = this.names.threads[what.slot] ?? `thread ${what.slot}`
    const at = this.names.sites[what.site]
    const last = at ? 'its last operation is shown' : 'its last operation is not known'
    return programError(
      `thread '${thread}' ran for more than ${limit} without reaching a shared operation (${last}). A loop that waits must read shared memory ` +
        'or use a primitive; if it only computes for long, give it more time with --step-timeout',
      at || undefined,
    )
  }

  private async close(): Promise<void> {
    const { worker } = this
    const { threadId } = worker
    worker.removeAllListeners('exit')
    const drained = Promise.all([worker.stdout, worker.stderr].map((stream) => finished(stream).catch(() => undefined)))
    await worker.terminate()
    await retellCoverage(threadId)
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, 500).unref())])
  }
}

function onAbort(signal: AbortSignal | undefined, action: () => void): () => void {
  if (signal?.aborted) action()
  signal?.addEventListener('abort', action, { once: true })
  return () => signal?.removeEventListener('abort', action)
}

/** What a finished session must have ended with. */
export function expectMessage<T extends Finished['type']>(message: Finished, type: T): Extract<Finished, { type: T }> {
  if (message.type !== type) throw internalError(`expected the worker to say '${type}', it said '${message.type}'`)
  return message as Extract<Finished, { type: T }>
}
