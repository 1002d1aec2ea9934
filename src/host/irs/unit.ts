import { once } from 'node:events'
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import { internalError, usageError } from '../../base/errors.ts'
import type { UnitAnswer, UnitRequest } from '../../real/protocol/messages.ts'
import { type RunningCoordinator, type RunOptions, startCoordinator } from '../../real/run/start-coordinator.ts'
import type { RunResult } from '../../results/run-result.ts'
import { enforcementOptions } from '../run.ts'
import { heddleErrorFrom } from '../../real/protocol/thrown.ts'
import type { EnforcementOptions } from '../../irs/enforcement/director.ts'
import type { GivenInput } from '../../program/inputs/input-values.ts'
import type { Inputs } from '../../real/run/run-director.ts'

export interface UnitOptions {
  readonly follow?: boolean
  /** Watches every run; see `EnforceOptions`. */
  readonly monitor?: boolean
  /** Or the first one and a share of the others. */
  readonly watch?: number
  readonly seed?: number
  /**
   * `check` (default): a run begins with what the run before left, which must be what was verified. `restore`: memory
   * is restored.
   */
  readonly memory?: 'check' | 'restore'
  /**
   * Memory whose contents are the application's: neither compared nor restored. What was verified must not depend on
   * it.
   */
  readonly data?: readonly string[]
  readonly pool?: readonly Worker[]
  readonly timeoutMs?: number
  /** Values of the program's inputs, for which the set was made. */
  readonly input?: GivenInput
}

export interface UnitRunOptions {
  /** By name of the thread: what its first, second, … `choose` results in. */
  readonly inputs?: Inputs
  /** So many runs, one after the other. */
  readonly times?: number
}

export interface UnitRun extends RunResult {
  /** Of the threads of the last run, as `after` gets them; undefined when it failed. */
  readonly results: unknown
}

/** A verified program that runs again and again on the same workers, each time under the set. */
export class Unit {
  /** The memory of the program by name, between two runs. */
  readonly memory: Readonly<Record<string, SharedArrayBuffer>>
  private readonly port: MessagePort
  private readonly coordinator: RunningCoordinator
  private last: Promise<unknown> = Promise.resolve()
  private closed = false

  private constructor(
    coordinator: RunningCoordinator,
    port: MessagePort,
    memory: Readonly<Record<string, SharedArrayBuffer>>,
  ) {
    this.coordinator = coordinator
    this.port = port
    this.memory = memory
  }

  static async open(
    file: string,
    admit: EnforcementOptions,
    { memory = 'check', data = [], pool, timeoutMs, input = {} }: UnitOptions,
  ): Promise<Unit> {
    if (memory !== 'check' && memory !== 'restore')
      throw usageError(`memory must be 'check' or 'restore', got ${String(memory)}`)
    const { port1, port2 } = new MessageChannel()
    const options: RunOptions = {
      memory: { keep: memory === 'check', data },
      input,
      ...(pool === undefined ? {} : { pool }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }
    const coordinator = startCoordinator(file, options, enforcementOptions(admit, pool, true), port2)
    coordinator.ended.catch(() => undefined) // whoever asks next gets it
    try {
      const answer = await answered(port1, coordinator)
      if (answer.type !== 'opened') throw internalError('a unit was not opened')
      return new Unit(coordinator, port1, answer.memory)
    } catch (error) {
      await coordinator.terminate()
      throw error
    }
  }

  /** One after the other, in the order of the calls. */
  run(options: UnitRunOptions = {}): Promise<UnitRun> {
    const run = this.last.then(() => this.runNow(options))
    this.last = run.catch(() => undefined)
    return run
  }

  private async runNow({ inputs = {}, times = 1 }: UnitRunOptions): Promise<UnitRun> {
    if (this.closed) throw usageError('the unit is closed')
    if (!Number.isInteger(times) || times < 1)
      throw usageError(`times must be an integer from 1 and up, got ${String(times)}`)
    this.port.postMessage({ type: 'run', inputs, times } satisfies UnitRequest)
    const answer = await answered(this.port, this.coordinator)
    if (answer.type === 'ran') return { ...answer.result, results: answer.results }
    if (answer.type === 'refused' && answer.thrown.error !== null) throw heddleErrorFrom(answer.thrown)
    throw internalError('a unit was asked to run and answered something else')
  }

  /** Ends its workers, or gives them back. */
  async close(): Promise<void> {
    if (this.closed) return
    await this.last
    this.closed = true
    this.port.postMessage({ type: 'close' } satisfies UnitRequest)
    try {
      await this.coordinator.ended
    } finally {
      this.port.close()
      await this.coordinator.terminate()
    }
  }
}

/** What the coordinator says next, or why it says nothing more. */
async function answered(port: MessagePort, { ended }: RunningCoordinator): Promise<UnitAnswer> {
  const [answer] = (await Promise.race([
    once(port, 'message'),
    ended.then(() => {
      throw internalError('a unit has ended by itself')
    }),
  ])) as [UnitAnswer]
  return answer
}
