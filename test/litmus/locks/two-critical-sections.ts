import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** The other thread comes first, between or last. */
export const litmus: Litmus = {
  program: sketch('[lock m; w x; unlock m; lock m; w x; unlock m] || [lock m; r x; unlock m]'),
  source: 'closed form',
  interleavings: 3,
  traces: 3,
  bounds: { preemption: [2, 3], context: [0, 2, 3], 'local-context': [0, 2, 3] },
}
