import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/**
 * Two permits, both threads need both: one takes both and gives one back, or each takes one, in either order. All are
 * deadlocks.
 */
export const litmus: Litmus = {
  program: sketch('[acquire s; acquire s; release s] || [acquire s; acquire s; release s]', { counts: { s: 2 } }),
  source: 'closed form',
  interleavings: 4,
  traces: 4,
  deadlocks: 4,
  bounds: { preemption: [2, 4], context: [0, 4], 'local-context': [0, 4] },
}
