import type { GivenInput } from '../../program/inputs/input-values.ts'
import { runAdmitted, runPlain } from '../run.ts'

/** Blocks of plain and enforced runs take turns, since the machine's speed drifts. */
const BLOCKS = 3
const RUNS = 150

/**
 * How many percent longer the program runs under the set than plainly, by medians. Null when plain runs do not even end
 * well.
 */
export async function measureOverhead(file: string, set: string, input: GivenInput = {}): Promise<number | null> {
  const plain: number[] = []
  const admitted: number[] = []
  for (let block = 0; block < BLOCKS; block++) {
    const one = await runPlain(file, { repeat: RUNS, input })
    const other = await runAdmitted(file, { set }, { repeat: RUNS, input })
    if (one.microsecondsPerRun === null || other.microsecondsPerRun === null) return null
    plain.push(one.microsecondsPerRun.median)
    admitted.push(other.microsecondsPerRun.median)
  }
  return (middle(admitted) / middle(plain) - 1) * 100
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
