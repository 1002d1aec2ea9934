import { outcomeKey, toJsonValue } from '../../results/outcome-key.ts'
import type { Failure } from './run-director.ts'
import type { EnforcementCounts, RunFailure, RunResult } from '../../results/run-result.ts'

/** What many runs came to: outcomes and failures with how often they were seen, and times. */
export class Tally {
  runs = 0
  private readonly outcomes = new Map<string, { value: unknown; runs: number }>()
  private readonly failures = new Map<string, RunFailure & { runs: number }>()
  private readonly microseconds: number[] = []

  addOutcome(value: unknown): void {
    const key = outcomeKey(value)
    const known = this.outcomes.get(key)
    if (known === undefined) this.outcomes.set(key, { value: toJsonValue(value), runs: 1 })
    else known.runs++
  }

  addFailure({ kind, message, thread, stack }: Failure): void {
    const key = JSON.stringify([kind, message, thread])
    const known = this.failures.get(key)
    if (known !== undefined) known.runs++
    else this.failures.set(key, { kind, message, thread, ...(stack === undefined ? {} : { stack }), runs: 1 })
  }

  addTime(microseconds: number): void {
    this.microseconds.push(microseconds)
  }

  result(program: string, seconds: number, enforcement: EnforcementCounts | null = null): RunResult {
    return {
      schema: 1,
      program,
      mode: enforcement === null ? 'plain' : 'admitted',
      runs: this.runs,
      outcomes: [...this.outcomes.values()].sort((a, b) => b.runs - a.runs),
      failures: [...this.failures.values()].sort((a, b) => b.runs - a.runs),
      microsecondsPerRun: this.times(),
      seconds,
      ...(enforcement === null ? {} : { enforcement }),
    }
  }

  private times(): RunResult['microsecondsPerRun'] {
    const sorted = Float64Array.from(this.microseconds).sort()
    const quantile = (q: number): number => sorted[Math.min(Math.floor(q * sorted.length), sorted.length - 1)]!
    return sorted.length === 0 ? null : { median: quantile(0.5), min: quantile(0), p95: quantile(0.95) }
  }
}
