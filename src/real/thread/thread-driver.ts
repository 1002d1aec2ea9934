import type { Handle, Slot } from '../../base/thread-numbers.ts'
import type { MessagePort } from 'node:worker_threads'
import type { HeddleError } from '../../base/errors.ts'
import type { Layout } from '../../program/memory/layout.ts'
import type { Program, ThreadEntry } from '../../program/program.ts'
import type { ThreadControl } from '../../program/threads/thread-control.ts'

/**
 * What drives the threads that a worker runs, one after the other: the program as it is, or under a set. Workers know
 * nothing else of who lets threads go on.
 */
export interface ThreadDriver {
  /** The worker has woken up to run the declared thread in `slot`: it may let others start first. */
  startOthers(slot: Slot): void
  /** Runs the whole thread and returns its result; throws what it throws, or `Abandoned`. */
  run(
    slot: Slot,
    handle: Handle,
    name: string,
    entry: ThreadEntry,
    shared: unknown,
    argument: { value: unknown } | null,
  ): unknown
  /** When a declared thread has ended: the one that the worker is to run next; -1 for none. */
  takeNext(): number
}

/** What a worker is told about its driver, in a form that can be sent. */
export interface DriverData {
  /** Whether declared threads are released all at once. Otherwise each worker waits for a command of its own. */
  readonly startsTogether: boolean
  /** Ports that the data contains. */
  readonly ports: readonly MessagePort[]
}

/** What a driver gets to know of the worker that it is for. */
export interface DrivenWorker {
  readonly program: Program
  readonly layout: Layout
  readonly threads: ThreadControl
  /** The slot of the declared thread that it begins with; -1 in a worker for spawned threads. */
  readonly declared: number
  /** Starts a declared thread in its own worker. */
  startThread(slot: Slot): void
  /** The next declared thread that was left to workers with nothing else to do; -1 for none. */
  claimNext(): number
}

/** One way to drive threads. */
export interface Driving<D extends DriverData> {
  /** Before the program is loaded: lets this realm load it. `heddle` is what programs import under that name. */
  prepareRealm(data: D, file: string, heddle: object): void
  /** Loading has failed: a better explanation than its error, if there is one. */
  explainRefusal(data: D, file: string): HeddleError | null
  newDriver(data: D, worker: DrivenWorker): ThreadDriver
}

/** Thrown in a thread that cannot go on because its run has failed elsewhere: it is no failure of its own. */
export class Abandoned extends Error {}
