import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Two of three threads at a time. */
export const litmus: Litmus = {
  program: sketch('[acquire s; w x; release s] || [acquire s; w y; release s] || [acquire s; r x; release s]', {
    counts: { s: 2 },
  }),
  source: 'unreduced',
  interleavings: 384,
  traces: 78,
  bounds: { preemption: [6, 32, 68, 78], context: [0, 0, 6, 32, 68, 78], 'local-context': [0, 0, 6, 32, 68, 78] },
}
