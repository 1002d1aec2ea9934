import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Both wait for the event. Their waits write it, so they have two orders. */
export const litmus: Litmus = {
  program: sketch('[w x; set e] || [await e; r x] || [await e; r x]'),
  source: 'closed form',
  interleavings: 6,
  traces: 2,
  bounds: { preemption: [2], context: [0, 0, 2], 'local-context': [0, 0, 2] },
}
