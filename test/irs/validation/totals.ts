import type { Verdict } from './check-subject.ts'
import type { RealVerdict } from './real-subject.ts'

/** What was validated. */
export interface Totals {
  programs: number
  /** Programs with a set, and so with runs: not every one has an execution that is correct. */
  admitted: number
  runs: number
  traces: number
  /** Sets of programs that had wrong executions too, whole sets, and sets of unfinished searches. */
  erroneous: number
  whole: number
  partial: number
  /** Runs that came to a finished sub-tree. */
  opened: number
  wrong: number
}

export const none = (): Totals => ({
  programs: 0,
  admitted: 0,
  runs: 0,
  traces: 0,
  erroneous: 0,
  whole: 0,
  partial: 0,
  opened: 0,
  wrong: 0,
})

export function add(to: Totals, other: Totals): void {
  for (const key of Object.keys(to) as (keyof Totals)[]) to[key] += other[key]
}

const one = (condition: boolean): number => (condition ? 1 : 0)

export function ofSimulation({ wrong, set }: Verdict): Totals {
  const totals = { ...none(), programs: 1, wrong: one(wrong !== null) }
  if (set === null) return totals
  const { traces, result, opened, runs } = set
  return {
    ...totals,
    admitted: 1,
    runs,
    traces,
    opened,
    erroneous: one(result.erroneous > 0),
    whole: one(result.whole),
    partial: one(!result.complete),
  }
}

export function ofRuns(verdict: RealVerdict | null): Totals {
  if (verdict === null) return { ...none(), programs: 1 }
  const { wrong, runs, traces, opened, erroneous, whole, partial } = verdict
  return {
    programs: 1,
    admitted: 1,
    runs,
    traces,
    opened,
    erroneous: one(erroneous > 0),
    whole: one(whole),
    partial: one(partial),
    wrong: one(wrong !== null),
  }
}
