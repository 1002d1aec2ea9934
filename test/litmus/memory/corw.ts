import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Coherence of a read and a write: the other write has three places among them. */
export const litmus: Litmus = {
  program: sketch('[r x; w x] || [w x]'),
  source: 'closed form',
  interleavings: 3,
  traces: 3,
  bounds: { preemption: [2, 3], context: [0, 2, 3], 'local-context': [0, 2, 3] },
}
