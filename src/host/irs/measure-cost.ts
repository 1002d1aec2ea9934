import type { GivenInput } from '../../program/inputs/input-values.ts'
import type { EnforcementCounts } from '../../results/run-result.ts'
import type { SetCost } from '../../results/set-cost.ts'
import { runAdmitted, runPlain } from '../run.ts'

/** Blocks of plain and enforced runs take turns, since the machine's speed drifts. */
const BLOCKS = 3
const RUNS = 150

/** What the program takes plainly and under the set, by medians. Null when plain runs do not even end well. */
export async function measureCost(file: string, set: string, input: GivenInput = {}): Promise<SetCost | null> {
  const plain: number[] = []
  const admitted: number[] = []
  const counts: EnforcementCounts[] = []
  for (let block = 0; block < BLOCKS; block++) {
    const one = await runPlain(file, { repeat: RUNS, input })
    const other = await runAdmitted(file, { set }, { repeat: RUNS, input })
    if (one.microsecondsPerRun === null || other.microsecondsPerRun === null) return null
    plain.push(one.microsecondsPerRun.median)
    admitted.push(other.microsecondsPerRun.median)
    counts.push(other.enforcement!)
  }
  const runs = BLOCKS * RUNS
  const turns = admitted.map((time, block) => overhead(time, plain[block]!))
  const perRun = (count: 'sleeps' | 'switches' | 'opened'): number =>
    counts.reduce((sum, one) => sum + one[count], 0) / runs
  return {
    runs,
    plain: middle(plain),
    admitted: middle(admitted),
    percent: overhead(middle(admitted), middle(plain)),
    range: { low: Math.min(...turns), high: Math.max(...turns) },
    sleeps: perRun('sleeps'),
    switches: perRun('switches'),
    opened: perRun('opened'),
  }
}

const overhead = (admitted: number, plain: number): number => (admitted / plain - 1) * 100

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
