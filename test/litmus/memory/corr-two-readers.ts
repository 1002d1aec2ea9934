import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Two orders of the writes; each reader gets one of the 6 non-decreasing pairs of 3 values: 2 * 6 * 6. */
export const litmus: Litmus = {
  program: sketch('[w x] || [w x] || [r x; r x] || [r x; r x]'),
  source: 'closed form',
  interleavings: 180,
  traces: 72,
  bounds: { preemption: [18, 54, 72], context: [0, 0, 0, 18, 54, 72], 'local-context': [0, 0, 2, 26, 62, 72] },
}
