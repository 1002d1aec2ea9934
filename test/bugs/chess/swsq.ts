/**
 * StateWorkStealQueue of SCTBench's CHESS family.
 * Bug: the vector of the threads' stacks is grown without a lock (see tracked-queue.ts).
 */
import type { Program } from 'heddle'
import type { Variant } from '../variant.ts'
import { inTwoPhases, trackedTest } from './tracked-test.ts'

/** `n` is the number of thieves. */
export const make = (variant: Variant = {}): Program => trackedTest('SWSQ', inTwoPhases, variant)

export default make()
