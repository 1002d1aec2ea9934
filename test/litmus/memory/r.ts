import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** R: the order of the writes to y, and whether x is seen, but not the cycle: 4 - 1. */
export const litmus: Litmus = {
  program: sketch('[w x; w y] || [w y; r x]'),
  source: 'closed form',
  interleavings: 6,
  traces: 3,
  bounds: { preemption: [2, 3], context: [0, 2, 3], 'local-context': [0, 3] },
}
