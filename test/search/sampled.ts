import { endingOf } from '../../src/execution/ending.ts'
import { Execution } from '../../src/execution/execution.ts'
import type { Program } from '../../src/program/program.ts'
import type { Sampling } from '../../src/search/orders/index.ts'
import { Sampler } from '../../src/search/sampler.ts'
import { outcomeKey } from '../../src/results/outcome-key.ts'

export interface Sampled {
  readonly sampler: Sampler
  /** The schedule of each execution that was not cut: its threads as letters, thread 0 is `a`, and values chosen. */
  readonly schedules: readonly string[]
  readonly outcomes: readonly string[]
}

/** Draws so many executions. */
export function sample(program: Program, sampling: Partial<Sampling>, executions: number, maxDepth = 1000): Sampled {
  const execution = new Execution(program)
  const schedules: string[] = []
  const outcomes: string[] = []
  const options = { sampling: { order: 'random', seed: 1, pctDepth: 3, ...sampling }, maxDepth, count: true } as const
  const sampler = new Sampler(execution, options, (depth) => {
    const { log } = sampler
    schedules.push(
      Array.from(log.thread.subarray(0, depth), (thread, i) => {
        const choice = log.choice[i]!
        return String.fromCharCode(97 + thread) + (choice === 0 ? '' : choice)
      }).join(''),
    )
    const ending = endingOf(execution)
    outcomes.push(ending.kind === 'completed' ? outcomeKey(ending.value) : ending.kind)
    return false
  })
  for (let i = 0; i < executions && !sampler.finished; i++) sampler.explore()
  return { sampler, schedules, outcomes }
}

/** How often each occurs. */
export function tally(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
