import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** 2 * 2 values chosen, times two orders of the accesses; 4! / (2! 2!) interleavings of each. */
export const litmus: Litmus = {
  program: sketch('[choose; w x] || [choose; r x]'),
  source: 'closed form',
  interleavings: 24,
  traces: 8,
  bounds: { preemption: [8], context: [0, 8], 'local-context': [0, 8] },
}
