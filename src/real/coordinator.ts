/**
 * Runs a program for real, as often as asked: it loads the program, keeps the pool of workers, and calls `outcome` and `after`.
 * It is a worker itself, so that it can sleep in `Atomics.wait`, and so that whatever the program does to its own process
 * (print, exit, never return) does not happen to the one that asked.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { HeddleError, programError } from '../errors.ts'
import { registerLoader } from '../frontends/loader/register-loader.ts'
import { loadProgram } from '../frontends/load-program.ts'
import type { Program } from '../program/program.ts'
import { programIdentity } from '../host/program-identity.ts'
import { Enforcement } from '../irs/enforcement/main-side.ts'
import { checkSameProgram } from '../irs/set/compatibility.ts'
import { SetReader } from '../irs/set/set-file.ts'
import { type AdmitData, type CoordinatorData, type FromCoordinator, HostWord } from './messages.ts'
import { printToStandardError } from './output.ts'
import { Pool } from './pool.ts'
import { type Failure, RealRun, type RunEnd } from './real-run.ts'
import type { RunResult } from './run-result.ts'
import { SharedObject } from './shared-object.ts'
import { SLICE_MS } from './stuck-watch.ts'
import { Tally } from './tally.ts'
import { describeThrown } from './thrown.ts'

const { file, repeat, timeoutMs, host, admit } = workerData as CoordinatorData
const hostWords = new Int32Array(host)

class Coordinator {
  private readonly program: Program
  private readonly shared: SharedObject
  private readonly tally = new Tally()
  private pool: Pool | null = null
  private run: RealRun | null = null
  /** Workers for spawned threads. */
  private spares: number
  private lastTurn = 0
  private enforcement: Enforcement | null = null

  constructor(program: Program) {
    this.program = program
    this.shared = new SharedObject(program, null)
    if (admit !== null) this.enforcement = enforcementOf(program, this.shared, admit)
    this.spares = program.tasks.size === 0 ? 0 : 2
  }

  async repeat(): Promise<RunResult> {
    const begin = performance.now()
    try {
      while (this.tally.runs < repeat && !(await this.turn())) {
        this.count(await (this.run ??= await this.newRun()).once())
        if (this.run === null) await this.disposePool()
      }
    } finally {
      await this.disposePool()
      this.enforcement?.dispose()
    }
    return this.tally.result(this.program.name, (performance.now() - begin) / 1000, this.enforcement?.summary() ?? null)
  }

  private async newRun(): Promise<RealRun> {
    const { enforcement } = this
    this.pool = await Pool.create(file, this.program, this.shared, this.spares, enforcement === null ? null : () => enforcement.dataForWorker())
    return new RealRun(this.program, this.shared, this.pool, timeoutMs, () => this.turn(), enforcement)
  }

  private async disposePool(): Promise<void> {
    await this.pool?.dispose()
    this.pool = null
  }

  /** Lets the event loop turn now and then: it brings the news of workers that are gone. True when the user wants to stop. */
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
        this.check(end.results)
        break
      case 'failed':
        this.tally.addOutcome(end.outcome)
        for (const failure of end.failures) this.tally.addFailure(failure)
        if (!end.clean) this.run = null
        break
      case 'needs workers':
        this.spares = Math.max(2 * this.spares, end.spares)
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
    const value = outcome === undefined ? { value: results } : this.call('outcome', () => outcome(this.shared.value, results))
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
    if (value instanceof Promise) throw programError(`\`${what}\` of program '${this.program.name}' must not be async: it returned a promise`)
    return { value }
  }
}

function enforcementOf(program: Program, shared: SharedObject, options: AdmitData): Enforcement {
  const reader = new SetReader(options.set)
  checkSameProgram(reader.header, { program: program.name, sources: programIdentity(file).sources, version: options.version }, options.set)
  return new Enforcement(program, shared.layout, reader, options)
}

function failureOf(thrown: unknown): Failure {
  const described = describeThrown(thrown)
  if (described.error !== null) throw thrown
  return { kind: described.kind, message: described.message, thread: null, stack: described.stack }
}

async function main(): Promise<FromCoordinator> {
  printToStandardError()
  try {
    registerLoader({ mode: 'strip' })
    const coordinator = new Coordinator(await loadProgram(file))
    // A rejection at load that nobody handled is reported by the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    return { type: 'result', result: await coordinator.repeat() }
  } catch (thrown) {
    const error = thrown instanceof HeddleError ? thrown : programError(thrown instanceof Error ? thrown.stack ?? thrown.message : String(thrown))
    return { type: 'error', thrown: describeThrown(error) }
  }
}

parentPort!.postMessage(await main())
