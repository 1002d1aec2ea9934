import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** All events are dependent, so every interleaving is a trace of its own: 4! / 2!. */
export const litmus: Litmus = {
  program: sketch('[cas x] || [cas x] || [cas x; r x]'),
  source: 'closed form',
  interleavings: 12,
  traces: 12,
  bounds: { preemption: [6, 12], context: [0, 0, 6, 12], 'local-context': [0, 0, 6, 12] },
}
