import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/**
 * Independent reads of independent writes: each of 4 reads sees the write or not, but not both orders at once: 16 - 1.
 */
export const litmus: Litmus = {
  program: sketch('[w x] || [w y] || [r x; r y] || [r y; r x]'),
  source: 'closed form',
  interleavings: 180,
  traces: 15,
  bounds: { preemption: [14, 15], context: [0, 0, 0, 14, 15], 'local-context': [0, 0, 5, 15] },
}
