/**
 * What a thread has left for later: promises to be settled, callbacks to be called. ECMAScript calls it the jobs of an
 * agent. They run one after the other when the thread's function has returned, and suspend as all its code does.
 */
export interface ThreadJobs {
  /** Runs all jobs, to the end of the thread; evaluates to its result. `returned`: by the thread's function. */
  run(returned: unknown): Generator<unknown, unknown, unknown>
  /** Whether `run` has been called. */
  readonly isRunning: boolean
  /** The sites of the `await`s that wait for each other, innermost first, from the thread's function on. */
  readonly awaits: readonly number[]
}
