import type { Slot } from '../../base/thread-numbers.ts'
import type { EnforcementCounts, RunFailureKind } from '../../results/run-result.ts'
import type { Layout } from '../../program/memory/layout.ts'
import type { Program } from '../../program/program.ts'
import type { DriverData } from '../thread/thread-driver.ts'
import type { MemoryOptions } from './run-memory.ts'

/** By name of the thread: the values of its first, second, … `choose`. Those that are not given are chosen freely. */
export type Inputs = Readonly<Record<string, readonly number[]>>

export interface Failure {
  readonly kind: RunFailureKind
  readonly message: string
  readonly thread: string | null
  readonly stack?: string | undefined
}

/** How declared threads can be started. */
export interface Starting {
  one(slot: Slot): void
  all(): void
  /** Those from this slot on are left to workers that have nothing else to do; see `DrivenWorker.claimNext`. */
  leaveFrom(slot: Slot): void
}

/**
 * The coordinator's counterpart of `ThreadDriver`: it prepares each run, lets the first threads go, and says in the end
 * whether it was right.
 */
export interface RunDirector {
  /** For one new worker. */
  dataForWorker(): DriverData
  /** How many threads a run spawns, at least, as far as that is known. */
  readonly spawned: number
  /** Between two runs: from now on declared threads choose these values. */
  setInputs(inputs: Inputs): void
  /** Everything that a run needs before it begins. */
  prepare(): void
  /** The run begins. */
  begin(start: Starting): void
  /** From time to time while threads run. */
  meanwhile(): void
  /** After a run whose threads have all ended well: what is wrong with it, or null. */
  end(): Failure | null
  /** The run that was prepared last is to be run once more. */
  again(): void
  /** The run will not end by itself: whoever waits gives up. */
  abort(): void
  /** Between two runs: who directs them from now on, with these inputs; null for nobody else. */
  successor(inputs: Inputs): RunDirector | null
  summary(): EnforcementCounts | null
  dispose(): void
}

/** What a director gets to know of the program that is run. */
export interface DirectedProgram {
  readonly file: string
  readonly program: Program
  readonly layout: Layout
  readonly memory: MemoryOptions
}
