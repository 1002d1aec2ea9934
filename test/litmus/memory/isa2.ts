import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** ISA2: 3 reads see or not, but seeing y, then z, means seeing x: 8 - 1. */
export const litmus: Litmus = {
  program: sketch('[w x; w y] || [r y; w z] || [r z; r x]'),
  source: 'closed form',
  interleavings: 90,
  traces: 7,
  bounds: { preemption: [6, 7], context: [0, 0, 6, 7], 'local-context': [0, 1, 7] },
}
