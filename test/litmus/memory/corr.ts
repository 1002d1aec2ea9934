import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Coherence of two reads: the write comes first, between them or last. All events are dependent but the reads: 3. */
export const litmus: Litmus = {
  program: sketch('[w x] || [r x; r x]'),
  source: 'closed form',
  interleavings: 3,
  traces: 3,
  bounds: { preemption: [2, 3], context: [0, 2, 3], 'local-context': [0, 2, 3] },
}
