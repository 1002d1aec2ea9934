import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** One permit for two waiting threads: one of them gets it, the other waits for ever. */
export const litmus: Litmus = {
  program: sketch('[w x; release s] || [acquire s; r x] || [acquire s; r x]', { counts: { s: 0 } }),
  source: 'closed form',
  interleavings: 2,
  traces: 2,
  deadlocks: 2,
  bounds: { preemption: [2], context: [0, 2], 'local-context': [0, 2] },
}
