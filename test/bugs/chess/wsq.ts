/**
 * WorkStealQueue of SCTBench's CHESS family, with a mutex. Bug: a push leaves no spare place (see work-steal-queue.ts),
 * so that an item is worked on twice, and another one never.
 */
import type { Program } from 'heddle'
import type { Variant } from '../variant.ts'
import { stealingTest } from './stealing-test.ts'

/** `n` is the number of thieves. */
export const make = (variant: Variant = {}): Program => stealingTest('WSQ', false, variant)

export default make()
