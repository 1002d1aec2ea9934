import { resolve as resolvePath } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { EnforcementOptions } from '../irs/enforcement/director.ts'
import { checkedCount, type RunOptions, startCoordinator } from '../real/run/start-coordinator.ts'
import type { RunResult } from '../results/run-result.ts'

export type { RunResult }

/** Runs under a set can be given inputs, and workers to run on. */
export type RunPlainOptions = Omit<RunOptions, 'inputs' | 'pool'>

/** To warm up a worker takes as long as some hundred runs of a small program. */
const WARM_FROM = 1000

/** Runs a program's module, unmodified but for its types, on real worker threads. */
export function runPlain(file: string, options: RunPlainOptions = {}): Promise<RunResult> {
  return runReal(file, options, null)
}

/** The same under an admissible set: only executions happen that it holds. */
export function runAdmitted(file: string, admit: EnforcementOptions, options: RunOptions = {}): Promise<RunResult> {
  const { repeat = 1, pool } = options
  return runReal(file, options, enforcementOptions(admit, pool, repeat >= WARM_FROM))
}

export function enforcementOptions(
  admit: EnforcementOptions,
  pool: readonly Worker[] | undefined,
  warm: boolean,
): EnforcementOptions {
  return { ...admit, set: resolvePath(admit.set), interruptible: pool !== undefined, warm: admit.warm ?? warm }
}

async function runReal(file: string, options: RunOptions, enforcement: EnforcementOptions | null): Promise<RunResult> {
  const repeat = checkedCount('repeat', options.repeat ?? 1)
  const coordinator = startCoordinator(file, { ...options, repeat }, enforcement, null)
  try {
    return await coordinator.ended
  } finally {
    await coordinator.terminate()
  }
}
