import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Two orders of arriving times two orders of passing; the reads see both writes. */
export const litmus: Litmus = {
  program: sketch('[w x; meet b; r y] || [w y; meet b; r x]', { counts: { b: 2 } }),
  source: 'closed form',
  interleavings: 36,
  traces: 4,
  bounds: { preemption: [2, 4], context: [0, 0, 2, 4], 'local-context': [0, 0, 2, 4] },
}
