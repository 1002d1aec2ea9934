/**
 * Runs a program for real, as often as asked: it loads the program, keeps the pool of workers, and calls `outcome` and
 * `after`. It is a worker itself, so that it can sleep in `Atomics.wait`, and so that whatever the program does to its
 * own process (print, exit, never return) does not happen to the one that asked.
 */
import { on } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { HeddleError, programError, usageError } from '../../base/errors.ts'
import { MAX_WORKERS, tooManyForWorkers } from '../../base/thread-numbers.ts'
import { registerLoader } from '../../frontends/loader/register-loader.ts'
import { loadProgram } from '../../frontends/load-program.ts'
import { running } from '../../program/context/execution-context.ts'
import { AFTER, OUTCOME } from '../../program/context/supplied-values.ts'
import { withGivenInput } from '../../program/inputs/bind-input.ts'
import type { Program } from '../../program/program.ts'
import { lastArgument } from '../../program/threads/start-thread.ts'
import type { RunResult } from '../../results/run-result.ts'
import { LentWorkers } from '../pool/lent-workers.ts'
import { Pool } from '../pool/pool.ts'
import { ownWorkers, type WorkerSource } from '../pool/worker-source.ts'
import {
  type CoordinatorData,
  type FromCoordinator,
  HostWord,
  type UnitAnswer,
  type UnitRequest,
} from '../protocol/messages.ts'
import { describeThrown } from '../protocol/thrown.ts'
import { printToStandardError } from '../thread/output.ts'
import { SharedObject } from '../thread/shared-object.ts'
import { SLICE_MS } from './progress-watch.ts'
import { RealRun, type RunEnd } from './real-run.ts'
import type { DirectedProgram, Failure, Inputs, RunDirector } from './run-director.ts'
import { type MemoryOptions, RunMemory } from './run-memory.ts'
import { Tally } from './tally.ts'

export interface AwaitedSet {
  readonly isDecided: boolean
  close(): void
}

/** What a coordinator is made of besides its data. */
export interface CoordinatorParts {
  readonly newDirector: (directed: DirectedProgram) => RunDirector
  /** Before the program is loaded. */
  readonly prepareRealm?: () => void
  /** What must be verified before the program can run; null where nothing is waited for. */
  readonly awaited?: (program: Program) => AwaitedSet | null
  /** The module that the workers of its pool begin with. */
  readonly workerEntry: URL
  /** What programs import under this name. */
  readonly heddle: object
}

class Coordinator {
  private readonly data: CoordinatorData
  private readonly hostWords: Int32Array
  private readonly program: Program
  private readonly shared: SharedObject
  private readonly memory: RunMemory
  private readonly source: WorkerSource
  private tally = new Tally()
  private pool: Pool | null = null
  private run: RealRun | null = null
  /** Workers for spawned threads. */
  private spares: number
  private lastTurn = 0
  private director: RunDirector

  constructor(program: Program, data: CoordinatorData, { newDirector, workerEntry }: CoordinatorParts) {
    const { file, memory, lending } = data
    const tooMany = tooManyForWorkers(program.name, program.threads.length)
    if (tooMany !== null) throw programError(tooMany)
    this.data = data
    this.hostWords = new Int32Array(data.host)
    this.program = program
    this.shared = new SharedObject(program, null)
    this.memory = memoryOf(program, this.shared, memory)
    this.director = newDirector({ file, program, layout: this.shared.layout, memory })
    this.spares = program.tasks.size === 0 ? 0 : Math.max(2, this.director.spawned)
    this.source = lending === null ? ownWorkers(workerEntry) : new LentWorkers(lending)
    if (lending !== null) this.spares = Math.min(MAX_WORKERS, lending.workers) - program.threads.length
    if (this.spares < 0) {
      throw usageError(
        `program '${program.name}' needs ${program.threads.length} workers, one for each thread, and the pool has ${lending!.workers}`,
      )
    }
  }

  /** Runs so many times, with these inputs. */
  async repeat(times: number, given: Inputs): Promise<RunResult> {
    const begin = performance.now()
    this.tally = new Tally()
    this.director.setInputs(given)
    while (this.tally.runs < times && !(await this.turn())) {
      const successor = this.director.successor(given)
      if (successor !== null) await this.succeed(successor)
      this.count(await (this.run ??= await this.newRun()).once())
      if (this.run === null) await this.disposePool()
    }
    return this.tally.result(this.program.name, (performance.now() - begin) / 1000, this.director.summary())
  }

  /** From now on another one directs the runs, which may divide memory otherwise: its workers are new. */
  private async succeed(successor: RunDirector): Promise<void> {
    this.run = null
    await this.disposePool()
    this.director.dispose()
    this.director = successor
  }

  /** Runs whenever that is asked for. */
  async serve(port: MessagePort): Promise<void> {
    const answer = (message: UnitAnswer): void => port.postMessage(message)
    this.run = await this.newRun()
    answer({
      type: 'opened',
      memory: Object.fromEntries(
        this.shared.layout.allocations.filter(({ model }) => model === null).map(({ name, buffer }) => [name, buffer]),
      ),
    })
    for await (const [request] of on(port, 'message') as AsyncIterable<[UnitRequest]>) {
      if (request.type === 'close') return
      answer(await this.answerTo(request))
    }
  }

  private async answerTo({ times, inputs: given }: UnitRequest & { type: 'run' }): Promise<UnitAnswer> {
    this.lastResults = undefined
    let begun = false
    try {
      this.director.setInputs(given)
      begun = true
      const result = await this.repeat(times, given)
      return { type: 'ran', result, results: this.lastResults }
    } catch (thrown) {
      if (begun) this.run = null // nobody knows how far its threads are
      if (begun) await this.disposePool()
      return { type: 'refused', thrown: describeThrown(asError(thrown)) }
    }
  }
  private lastResults: unknown = undefined

  async dispose(): Promise<void> {
    await this.disposePool()
    this.director.dispose()
  }

  private async newRun(): Promise<RealRun> {
    const { director, program, shared } = this
    const { file, timeoutMs } = this.data
    const pool = (this.pool = await this.memory.preserving(() =>
      Pool.create(file, program, shared, this.spares, () => director.dataForWorker(), this.source),
    ))
    return new RealRun(program, shared, pool, timeoutMs, () => this.turn(), director, this.memory)
  }

  private async disposePool(): Promise<void> {
    if (this.source.lends && this.pool !== null) {
      this.director.abort()
      this.pool.control.abandonLive()
    }
    await this.pool?.dispose()
    this.pool = null
  }

  /**
   * Lets the event loop turn now and then: it brings the news of workers that are gone. True when the user wants to
   * stop.
   */
  private async turn(): Promise<boolean> {
    Atomics.add(this.hostWords, HostWord.heartbeat, 1)
    const now = performance.now()
    if (now - this.lastTurn >= SLICE_MS) {
      this.lastTurn = now
      await new Promise((resolve) => setImmediate(resolve))
    }
    return Atomics.load(this.hostWords, HostWord.stop) !== 0
  }

  private count(end: RunEnd): void {
    switch (end.type) {
      case 'completed':
        this.tally.addTime(end.microseconds)
        this.lastResults = end.results
        this.check(end.results)
        break
      case 'failed':
        this.tally.addOutcome(end.outcome)
        for (const failure of end.failures) this.tally.addFailure(failure)
        if (!end.clean) this.run = null
        break
      case 'needs workers':
        if (this.source.lends)
          throw usageError(
            `program '${this.program.name}' has more than ${this.pool!.workers.length} threads at a time, and the pool no more workers`,
          )
        this.spares = Math.max(2 * this.spares, end.spares)
        this.memory.again()
        this.director.again()
        this.run = null
        return
      case 'stopped':
        this.run = null
        return
    }
    this.tally.runs++
    Atomics.store(this.hostWords, HostWord.done, this.tally.runs)
  }

  /** `outcome` first, so that failing values are listed. */
  private check(results: unknown): void {
    const { outcome, after } = this.program
    const inputs = lastArgument(this.program)
    const value =
      outcome === undefined
        ? { value: results }
        : this.call('outcome', OUTCOME, () => outcome(this.shared.value, results, ...inputs))
    this.tally.addOutcome(value === null ? 'exception' : value.value)
    if (value !== null && after !== undefined)
      this.call('after', AFTER, () => after(this.shared.value, results, ...inputs))
  }

  /** In realms where values are supplied, it is given those that were verified. */
  private call(what: string, handle: number, action: () => unknown): { value: unknown } | null {
    let value: unknown
    try {
      ;({ value } = running.supplied.giveOutside(handle, action))
    } catch (thrown) {
      this.tally.addFailure(failureOf(thrown))
      return null
    }
    if (value instanceof Promise)
      throw programError(`\`${what}\` of program '${this.program.name}' must not be async: it returned a promise`)
    return { value }
  }
}

function failureOf(thrown: unknown): Failure {
  const described = describeThrown(thrown)
  if (described.error !== null) throw thrown
  return { kind: described.kind, message: described.message, thread: null, stack: described.stack }
}

function memoryOf(program: Program, shared: SharedObject, memory: MemoryOptions): RunMemory {
  if (!shared.reusable && (memory.keep === true || (memory.data ?? []).length > 0)) {
    throw programError(
      `\`shared\` of program '${program.name}' returns more than what mem made, so it is called again for each run and no memory can be kept`,
    )
  }
  return new RunMemory(shared.layout, program.name, memory)
}

const asError = (thrown: unknown): HeddleError =>
  thrown instanceof HeddleError
    ? thrown
    : programError(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))

/** Where the event loop turns, nobody is stuck. */
function beat(hostWords: Int32Array): void {
  setInterval(() => Atomics.add(hostWords, HostWord.heartbeat, 1), BEAT_MS).unref()
}
const BEAT_MS = 500

/** Whoever wants to stop meanwhile is told what is missing. */
async function untilVerified(awaited: AwaitedSet | null, hostWords: Int32Array): Promise<void> {
  if (awaited === null) return
  try {
    while (!awaited.isDecided && Atomics.load(hostWords, HostWord.stop) === 0) await sleep(POLL_MS)
  } finally {
    awaited.close()
  }
}
const POLL_MS = 50

/** What the entry module of a coordinator does. */
export async function coordinate(data: CoordinatorData, parts: CoordinatorParts): Promise<void> {
  parentPort!.postMessage(await answerTo(data, parts))
}

async function answerTo(data: CoordinatorData, parts: CoordinatorParts): Promise<FromCoordinator> {
  const { file, requests, repeat, inputs } = data
  printToStandardError()
  let coordinator: Coordinator | null = null
  try {
    registerLoader({ mode: 'strip', heddle: parts.heddle })
    parts.prepareRealm?.()
    const program = withGivenInput(await loadProgram(file), data.input)
    beat(new Int32Array(data.host))
    await untilVerified(parts.awaited?.(program) ?? null, new Int32Array(data.host))
    coordinator = new Coordinator(program, data, parts)
    // A rejection at load that nobody handled is reported by the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    if (requests !== null) await coordinator.serve(requests)
    return { type: 'result', result: await coordinator.repeat(repeat, requests === null ? inputs : {}) }
  } catch (thrown) {
    return { type: 'error', thrown: describeThrown(asError(thrown)) }
  } finally {
    await coordinator?.dispose()
  }
}
