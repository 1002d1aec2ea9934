/** What is said about each program of the suite. */
import type { CheckOptions } from '../../src/checking/checker.ts'
import type { BugKind } from '../../src/results/check-result.ts'
import type { Runs } from './subject.ts'

/** SCTBench's families, by its folders, and code that was written for JavaScript. */
export type Family =
  | 'CS'
  | 'CHESS'
  | 'conc-bugs'
  | 'inspect'
  | 'safestack'
  | 'parsec'
  | 'splash2'
  | 'radbench'
  | 'JavaScript'

export interface BuggyProgram {
  /** As the study calls it. */
  readonly name: string
  readonly family: Family
  /** Which makes it, relative to this folder; with `n`, where it makes several. */
  readonly file: string
  readonly n?: number
  /** At most so many at a time. */
  readonly threads: number
  readonly kind: BugKind
  /** A search that finds it within so many executions, or a schedule that leads to it. */
  readonly shown: { readonly by: CheckOptions; readonly within: number } | { readonly schedule: Runs }
  /** Its threads wait by yielding, so that executions need not end without a fair bound. */
  readonly yields?: boolean
  /** How the repaired program is verified, where it is: a smaller one, where the whole would take too long. */
  readonly repaired?: { readonly n?: number; readonly by?: CheckOptions }
}

/** At most so many executions of a search with bounds. */
export function within(executions: number, bounds: Readonly<Record<string, number>>): BuggyProgram['shown'] {
  return { by: { bounds }, within: executions }
}
