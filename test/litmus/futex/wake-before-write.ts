import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/**
 * The notification wakes the sleeper, or comes too early; the sleeper then still compares before the write, and sleeps
 * for ever, or after it.
 */
export const litmus: Litmus = {
  program: sketch('[sleep x] || [wake x; w x]'),
  source: 'closed form',
  interleavings: 4,
  traces: 3,
  deadlocks: 1,
  bounds: { preemption: [2, 3], context: [0, 1, 3], 'local-context': [0, 1, 3] },
}
