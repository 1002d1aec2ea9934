import type { CheckResult, Estimate } from '../results/check-result.ts'

export interface CheckProgress {
  readonly executions: number
  readonly repeated: number
  readonly transitions: number
  readonly depth: number
  readonly bugs: number
  /** The bug with the fewest preemptions, in words; null while there is none. */
  readonly best: string | null
  readonly pass: string
  readonly seconds: number
  /**
   * How many executions there may be in all, or, when `pass` is set, in the pass with the bounds of now; null while
   * unknown.
   */
  readonly estimate: Pick<Estimate, 'low' | 'high' | 'pass'> | null
}

/** A check that is made in slices. */
export interface ProgramCheck {
  /**
   * Explores for about `ms`, or until it finds a new bug. True when finished, also by a budget, the stop flag or the
   * first bug.
   */
  run(ms: number): boolean
  /** What it needs before it can go on, besides time: another thread is at work. */
  waiting?(): Promise<void> | null
  progress(): CheckProgress
  /** Null for one that no execution had. */
  threadName(slot: number): string | null
  /** What is covered so far. */
  snapshot(): CheckResult
  /**
   * The final result. Schedules that it names have been run once more and led to the same, as many as are worth the
   * time.
   */
  result(): CheckResult
}
