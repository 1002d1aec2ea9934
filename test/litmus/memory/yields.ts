import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/**
 * Store buffering with yields: a switch after a yield costs nothing, so no trace needs a preemption. 6! / (3! 3!)
 * interleavings.
 */
export const litmus: Litmus = {
  program: sketch('[w x; yield; r y] || [w y; yield; r x]'),
  source: 'closed form',
  interleavings: 20,
  traces: 3,
  bounds: { preemption: [3], context: [0, 2, 3], 'local-context': [0, 3] },
}
