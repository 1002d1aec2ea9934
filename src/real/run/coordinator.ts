/**
 * Runs a program for real, as often as asked: it loads the program, keeps the pool of workers, and calls `outcome` and
 * `after`.
 * It is a worker itself, so that it can sleep in `Atomics.wait`, and so that whatever the program does to its own
 * process
 * (print, exit, never return) does not happen to the one that asked.
 */
import { MAX_THREADS } from '../../dependence/cells.ts'
import { on } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { HeddleError, programError, usageError } from '../../base/errors.ts'
import { programSources } from '../../frontends/loader/program-sources.ts'
import { registerLoader } from '../../frontends/loader/register-loader.ts'
import { loadProgram } from '../../frontends/load-program.ts'
import type { Program } from '../../program/program.ts'
import { Enforcement } from '../../irs/enforcement/director.ts'
import type { Inputs } from '../../irs/enforcement/admission/inputs.ts'
import { checkSameMemory } from '../../irs/set/initial-memory.ts'
import { checkSameProgram } from '../../irs/set/compatibility.ts'
import { SetReader } from '../../irs/set/set-file.ts'
import { LentWorkers } from '../pool/lent-workers.ts'
import {
  type AdmitData,
  type CoordinatorData,
  type FromCoordinator,
  HostWord,
  type UnitAnswer,
  type UnitRequest,
} from '../protocol/messages.ts'
import { printToStandardError } from '../thread/output.ts'
import { Pool } from '../pool/pool.ts'
import { type Failure, RealRun, type RunEnd } from './real-run.ts'
import { RunMemory } from './run-memory.ts'
import type { RunResult } from '../../results/run-result.ts'
import { SharedObject } from '../thread/shared-object.ts'
import { SLICE_MS } from './progress-watch.ts'
import { Tally } from './tally.ts'
import { describeThrown } from '../protocol/thrown.ts'
import { ownWorkers, type WorkerSource } from '../pool/worker-source.ts'

const { file, repeat, timeoutMs, host, admit, memory, inputs, requests, lending } = workerData as CoordinatorData
const hostWords = new Int32Array(host)

class Coordinator {
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
  private enforcement: Enforcement | null = null

  constructor(program: Program) {
    this.program = program
    this.shared = new SharedObject(program, null)
    this.memory = memoryOf(program, this.shared)
    if (admit !== null) this.enforcement = enforcementOf(program, this.shared, admit)
    this.spares = program.tasks.size === 0 ? 0 : Math.max(2, this.enforcement?.spawned ?? 0)
    this.source = lending === null ? ownWorkers : new LentWorkers(lending, this.enforcement!.reader.header)
    if (lending !== null) this.spares = Math.min(MAX_THREADS, lending.workers) - program.threads.length
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
    if (this.enforcement !== null) this.enforcement.setInputs(given)
    while (this.tally.runs < times && !(await this.turn())) {
      if (this.enforcement?.isReplaced === true) await this.takeOther(given)
      this.count(await (this.run ??= await this.newRun()).once())
      if (this.run === null) await this.disposePool()
    }
    return this.tally.result(this.program.name, (performance.now() - begin) / 1000, this.enforcement?.summary() ?? null)
  }

  /**
   * The verifier has started over with another set, in which memory may be divided otherwise. The one before stays
   * until that has something to run under.
   */
  private async takeOther(given: Inputs): Promise<void> {
    const old = this.enforcement!
    let next: Enforcement
    try {
      next = enforcementOf(this.program, this.shared, admit!, old)
      next.setInputs(given)
    } catch (error) {
      if (error instanceof HeddleError && error.kind === 'usage') return
      throw error
    }
    this.run = null
    await this.disposePool()
    old.dispose()
    this.enforcement = next
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
      this.enforcement?.setInputs(given)
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
    this.enforcement?.dispose()
  }

  private async newRun(): Promise<RealRun> {
    const { enforcement } = this
    const data = enforcement === null ? null : () => enforcement.dataForWorker()
    const pool = (this.pool = await this.memory.preserving(() =>
      Pool.create(file, this.program, this.shared, this.spares, data, this.source),
    ))
    return new RealRun(this.program, this.shared, pool, timeoutMs, () => this.turn(), enforcement, this.memory)
  }

  private async disposePool(): Promise<void> {
    if (this.source.lends && this.pool !== null) {
      this.enforcement?.abort()
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
    Atomics.add(hostWords, HostWord.heartbeat, 1)
    const now = performance.now()
    if (now - this.lastTurn >= SLICE_MS) {
      this.lastTurn = now
      await new Promise((resolve) => setImmediate(resolve))
    }
    return Atomics.load(hostWords, HostWord.stop) !== 0
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
        this.enforcement?.again()
        this.run = null
        return
      case 'stopped':
        this.run = null
        return
    }
    this.tally.runs++
    Atomics.store(hostWords, HostWord.done, this.tally.runs)
  }

  /** `outcome` first, so that failing values are listed. */
  private check(results: unknown): void {
    const { outcome, after } = this.program
    const value =
      outcome === undefined ? { value: results } : this.call('outcome', () => outcome(this.shared.value, results))
    this.tally.addOutcome(value === null ? 'exception' : value.value)
    if (value !== null && after !== undefined) this.call('after', () => after(this.shared.value, results))
  }

  private call(what: string, action: () => unknown): { value: unknown } | null {
    let value: unknown
    try {
      value = action()
    } catch (thrown) {
      this.tally.addFailure(failureOf(thrown))
      return null
    }
    if (value instanceof Promise)
      throw programError(`\`${what}\` of program '${this.program.name}' must not be async: it returned a promise`)
    return { value }
  }
}

function enforcementOf(
  program: Program,
  shared: SharedObject,
  options: AdmitData,
  before: Enforcement | null = null,
): Enforcement {
  const reader = new SetReader(options.set)
  try {
    checkSameProgram(
      reader.header,
      { program: program.name, sources: programSources(file), version: options.version },
      options.set,
    )
    checkSameMemory(reader.header.memory, shared.layout, memory.data ?? [], options.set)
    return new Enforcement(program, shared.layout, reader, options, before)
  } catch (error) {
    reader.close()
    throw error
  }
}

function failureOf(thrown: unknown): Failure {
  const described = describeThrown(thrown)
  if (described.error !== null) throw thrown
  return { kind: described.kind, message: described.message, thread: null, stack: described.stack }
}

function memoryOf(program: Program, shared: SharedObject): RunMemory {
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
function beat(): void {
  setInterval(() => Atomics.add(hostWords, HostWord.heartbeat, 1), BEAT_MS).unref()
}
const BEAT_MS = 500

async function main(): Promise<FromCoordinator> {
  printToStandardError()
  let coordinator: Coordinator | null = null
  try {
    registerLoader({ mode: 'strip' })
    const program = await loadProgram(file)
    coordinator = new Coordinator(program)
    beat()
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

parentPort!.postMessage(await main())
