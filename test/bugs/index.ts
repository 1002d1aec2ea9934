/** The programs of the suite: where each comes from, what is wrong with it, and what shows it. */
import type { CheckOptions } from '../../src/checking/checker.ts'
import type { BugKind } from '../../src/results/check-result.ts'
import type { Runs } from './subject.ts'

/** The studies' own families, by the folders of SCTBench, and code that was written in JavaScript. */
export type Family = 'CS'

export interface BuggyProgram {
  /** As the study calls it. */
  readonly name: string
  readonly family: Family
  /** Which makes it, relative to this folder; with `n`, where it makes several. */
  readonly file: string
  readonly n?: number
  readonly threads: number
  readonly kind: BugKind
  /** A search that finds it within so many executions, or a schedule that leads to it. */
  readonly shown: { readonly by: CheckOptions; readonly within: number } | { readonly schedule: Runs }
  /** How the repaired program is verified, where it is: a smaller one, where the whole would take too long. */
  readonly repaired?: { readonly n?: number; readonly by?: CheckOptions }
}

/** A program of the studies that cannot be checked yet. */
export interface MissingProgram extends Pick<BuggyProgram, 'name' | 'family' | 'file' | 'n' | 'threads' | 'kind'> {
  /** What is missing, as the error says that making the program ends with. */
  readonly missing: RegExp
}

type Entry = Omit<BuggyProgram, 'family'>

const preemptions = (preemption: number): CheckOptions => ({ bounds: { preemption } })
const contexts = (context: number): CheckOptions => ({ bounds: { context } })
const optimal: CheckOptions = { reduction: 'optimal' }

const philosophers = [2, 3, 4, 5, 6, 7].map((n): Entry => ({
  name: `din_phil${n}_sat`, file: 'cs/philosophers.ts', n, threads: n, kind: n === 7 ? 'deadlock' : 'assertion',
  shown: { by: preemptions(0), within: 1 }, ...(n <= 3 ? { repaired: {} } : {}),
}))

const reorder = [3, 4, 5, 10, 20].map((n): Entry => ({
  name: `reorder_${n}_bad`, file: 'cs/reorder.ts', n, threads: n, kind: 'assertion',
  shown: { by: contexts(2), within: 20 }, ...(n <= 5 ? { repaired: {} } : {}),
}))

const cs: readonly Entry[] = [
  { name: 'account_bad', file: 'cs/account.ts', threads: 3, kind: 'assertion', shown: { by: preemptions(0), within: 6 }, repaired: {} },
  { name: 'arithmetic_prog_bad', file: 'cs/arithmetic-progression.ts', threads: 2, kind: 'assertion', shown: { by: preemptions(0), within: 1 }, repaired: {} },
  { name: 'bluetooth_driver_bad', file: 'cs/bluetooth-driver.ts', threads: 2, kind: 'assertion', shown: { by: preemptions(1), within: 10 }, repaired: {} },
  { name: 'carter01_bad', file: 'cs/carter.ts', threads: 4, kind: 'deadlock', shown: { by: preemptions(1), within: 10 }, repaired: {} },
  { name: 'circular_buffer_bad', file: 'cs/circular-buffer.ts', n: 7, threads: 2, kind: 'assertion', shown: { by: preemptions(1), within: 50 }, repaired: { n: 4 } },
  { name: 'deadlock01_bad', file: 'cs/deadlock.ts', threads: 2, kind: 'deadlock', shown: { by: preemptions(1), within: 10 }, repaired: {} },
  ...philosophers,
  { name: 'fsbench_bad', file: 'cs/fsbench.ts', n: 27, threads: 27, kind: 'assertion', shown: { by: preemptions(0), within: 1 }, repaired: { n: 16, by: optimal } },
  { name: 'lazy01_bad', file: 'cs/lazy.ts', threads: 3, kind: 'assertion', shown: { by: preemptions(0), within: 6 }, repaired: {} },
  { name: 'phase01_bad', file: 'cs/phase.ts', threads: 2, kind: 'deadlock', shown: { by: preemptions(0), within: 1 }, repaired: {} },
  { name: 'queue_bad', file: 'cs/queue.ts', n: 20, threads: 2, kind: 'assertion', shown: { by: preemptions(1), within: 100 }, repaired: { n: 4 } },
  ...reorder,
  { name: 'stack_bad', file: 'cs/stack.ts', n: 10, threads: 2, kind: 'assertion', shown: { by: preemptions(1), within: 50 }, repaired: { n: 4 } },
  { name: 'sync01_bad', file: 'cs/sync01.ts', threads: 2, kind: 'deadlock', shown: { by: preemptions(0), within: 1 }, repaired: {} },
  { name: 'sync02_bad', file: 'cs/sync02.ts', threads: 2, kind: 'deadlock', shown: { by: preemptions(0), within: 1 }, repaired: {} },
  { name: 'token_ring_bad', file: 'cs/token-ring.ts', threads: 4, kind: 'assertion', shown: { by: preemptions(0), within: 24 }, repaired: {} },
  { name: 'twostage_bad', file: 'cs/twostage.ts', n: 2, threads: 2, kind: 'assertion', shown: { by: preemptions(1), within: 10 }, repaired: {} },
  { name: 'twostage_62', file: 'cs/twostage.ts', n: 62, threads: 62, kind: 'assertion', shown: { by: contexts(2), within: 200 } },
  { name: 'wronglock_3_bad', file: 'cs/wronglock.ts', n: 3, threads: 4, kind: 'assertion', shown: { by: contexts(2), within: 20 }, repaired: {} },
  { name: 'wronglock_bad', file: 'cs/wronglock.ts', n: 7, threads: 8, kind: 'assertion', shown: { by: contexts(2), within: 20 } },
]

const of = (family: Family, entries: readonly Entry[]): BuggyProgram[] => entries.map((entry) => ({ family, ...entry }))

export const buggyPrograms: readonly BuggyProgram[] = [...of('CS', cs)]

export const missingPrograms: readonly MissingProgram[] = [
  { name: 'twostage_100_bad', family: 'CS', file: 'cs/twostage.ts', n: 100, threads: 100, kind: 'assertion', missing: /at most 64 are supported/ },
]
