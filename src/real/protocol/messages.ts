/** What coordinator and workers send each other through their ports. All of it is structured-cloneable. */
import type { Handle, Slot } from '../../base/thread-numbers.ts'
import type { ErrorKind } from '../../base/errors.ts'
import type { GivenInput } from '../../program/inputs/input-values.ts'
import type { GivenAllocation } from '../../program/memory/layout.ts'
import type { Inputs } from '../run/run-director.ts'
import type { MemoryOptions } from '../run/run-memory.ts'
import type { DriverData } from '../thread/thread-driver.ts'
import type { RunFailureKind } from '../../results/run-result.ts'

/**
 * An exception on its way between JavaScript threads. `error` says that the program cannot be run, not that it failed.
 */
export type ThrownDescription =
  | {
      readonly error: ErrorKind
      readonly message: string
      readonly at: string | undefined
      readonly stack: string | undefined
    }
  | {
      readonly error: null
      readonly kind: RunFailureKind
      readonly message: string
      readonly stack: string | undefined
    }

export type FromWorker =
  | { readonly type: 'result'; readonly slot: Slot; readonly value: unknown }
  | { readonly type: 'failure'; readonly slot: Slot; readonly thrown: ThrownDescription }
  | { readonly type: 'spawn'; readonly job: Job }
  | JoinRequest

/** Asks for the result of an ended thread. */
export interface JoinRequest {
  readonly type: 'join'
  readonly worker: number
  readonly slot: Slot
}

/** A thread to be run by a spare worker. */
export interface Job {
  readonly slot: Slot
  readonly handle: Handle
  readonly task: string
  readonly argument: unknown
}

export type ToWorker =
  | { readonly type: 'job'; readonly job: Job }
  | { readonly type: 'joined'; readonly value: unknown }

/** On the worker's own channel, while its event loop still turns. */
export type WorkerLoaded = { readonly type: 'ready' } | { readonly type: 'broken'; readonly thrown: ThrownDescription }

export interface WorkerData<D extends DriverData = DriverData> {
  readonly file: string
  readonly control: SharedArrayBuffer
  /** What the coordinator's own call of `shared` allocated. */
  readonly memory: readonly GivenAllocation[]
  /** Values of the program's inputs. */
  readonly input: GivenInput
  readonly worker: number
  /** The slot of the declared thread that this worker runs; -1 for a spare worker. */
  readonly declared: number
  /** Whether waking threads may spin shortly to start together. */
  readonly spin: boolean
  readonly port: import('node:worker_threads').MessagePort
  /** What its threads are driven by. */
  readonly driver: D
}

/** `D`: what says who directs the runs. */
export interface CoordinatorData<D = unknown> {
  readonly file: string
  /** How many times to run; 0 when `requests` say when. */
  readonly repeat: number
  readonly timeoutMs: number
  readonly host: SharedArrayBuffer
  readonly director: D
  readonly memory: MemoryOptions
  readonly inputs: Inputs
  /** Values of the program's inputs. */
  readonly input: GivenInput
  /** For a unit that is run again and again. */
  readonly requests: import('node:worker_threads').MessagePort | null
  /** Workers that are not ours. */
  readonly lending: LendingData | null
}

export interface LendingData {
  readonly workers: number
  readonly port: import('node:worker_threads').MessagePort
}

/** What is asked of a unit, and answered in turn. */
export type UnitRequest =
  | { readonly type: 'run'; readonly inputs: Inputs; readonly times: number }
  | { readonly type: 'close' }
export type UnitAnswer =
  | { readonly type: 'opened'; readonly memory: Readonly<Record<string, SharedArrayBuffer>> }
  /** `results` are those of the last run, if it ended well. */
  | {
      readonly type: 'ran'
      readonly result: import('../../results/run-result.ts').RunResult
      readonly results: unknown
    }
  | { readonly type: 'refused'; readonly thrown: ThrownDescription }

/** Words that the coordinator shares with the thread that started it. */
export const HostWord = {
  stop: 0,
  /** Runs finished. */
  done: 1,
  /**
   * Changes whenever the coordinator gets on; a standstill means that `shared`, `outcome` or `after` does not return.
   */
  heartbeat: 2,
} as const

export type FromCoordinator =
  | { readonly type: 'result'; readonly result: import('../../results/run-result.ts').RunResult }
  | { readonly type: 'error'; readonly thrown: ThrownDescription }
