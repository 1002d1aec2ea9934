/** What `heddle run FILE` results in: plain data, the object that `--json` prints. */

/**
 * `timeout`: threads still ran, or waited with a time limit, when the time for one run was over. `unverified`: a run
 * that was watched did what no trace of its set has.
 */
export type RunFailureKind = 'assertion' | 'exception' | 'deadlock' | 'misuse' | 'timeout' | 'unverified'

export interface RunFailure {
  readonly kind: RunFailureKind
  readonly message: string
  /** The thread in which it showed; null for `after`, `outcome` and failures of several threads. */
  readonly thread: string | null
  readonly stack?: string
  /** In how many runs it showed. */
  readonly runs: number
}

export interface RunResult {
  readonly schema: 1
  readonly program: string
  /** As it is, or under an admissible set. */
  readonly mode: 'plain' | 'admitted'
  /** Runs finished; fewer than asked for when the user stopped it. */
  readonly runs: number
  /**
   * A run that a deadlock or a timeout ended has the outcome "deadlock" or "timeout", one ended by an exception
   * "exception", one that was not verified "unverified".
   */
  readonly outcomes: readonly { readonly value: unknown; readonly runs: number }[]
  readonly failures: readonly RunFailure[]
  /** From the release of the threads to the end of the last one; null when no run got that far. */
  readonly microsecondsPerRun: { readonly median: number; readonly min: number; readonly p95: number } | null
  readonly seconds: number
  /** With an admissible set: what it took to stay within it. */
  readonly enforcement?: EnforcementCounts
}

/** What enforcement did, over all runs. */
export interface EnforcementCounts {
  readonly traces: number
  readonly whole: boolean
  /** How often a thread slept at a gate, and how often another trace had to be found. */
  sleeps: number
  switches: number
  /** Runs that came to a finished sub-tree, so that their gates opened. */
  opened: number
  /** Runs that were watched. */
  monitored: number
  /** How often a larger set was taken in. */
  updates: number
}
