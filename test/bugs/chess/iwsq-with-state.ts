/**
 * InterlockedWorkStealQueueWithState of SCTBench's CHESS family.
 * Bug: the vector of the threads' stacks is grown without a lock (see tracked-queue.ts).
 */
import type { Program } from 'heddle'
import type { Variant } from '../variant.ts'
import { inPairs, trackedTest } from './tracked-test.ts'

/** `n` is the number of thieves. */
export const make = (variant: Variant = {}): Program => trackedTest('IWSQWS', inPairs, variant)

export default make()
