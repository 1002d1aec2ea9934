import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Two orders of counting down; the reads see both writes. */
export const litmus: Litmus = {
  program: sketch('[w x; count l] || [w y; count l] || [pass l; r x; r y]', { counts: { l: 2 } }),
  source: 'closed form',
  interleavings: 6,
  traces: 2,
  bounds: { preemption: [2], context: [0, 0, 2], 'local-context': [0, 0, 2] },
}
