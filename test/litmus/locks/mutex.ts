import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Two orders of the critical sections, times the free read before or after the write. */
export const litmus: Litmus = {
  program: sketch('[lock m; w x; unlock m] || [lock m; r x; unlock m] || [r x]'),
  source: 'closed form',
  interleavings: 14,
  traces: 4,
  bounds: { preemption: [4], context: [0, 0, 4], 'local-context': [0, 1, 4] },
}
