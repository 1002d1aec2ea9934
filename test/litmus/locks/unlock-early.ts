import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Two orders of the critical sections. The write of y after the first may come before or after the read of y. */
export const litmus: Litmus = {
  program: sketch('[lock m; w x; unlock m; w y] || [lock m; r x; unlock m; r y]'),
  source: 'closed form',
  interleavings: 10,
  traces: 4,
  bounds: { preemption: [2, 4], context: [0, 2, 4], 'local-context': [0, 2, 4] },
}
