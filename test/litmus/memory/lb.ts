import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Load buffering: each read sees the write or not, but not both: 4 - 1. */
export const litmus: Litmus = {
  program: sketch('[r x; w y] || [r y; w x]'),
  source: 'closed form',
  interleavings: 6,
  traces: 3,
  bounds: { preemption: [2, 3], context: [0, 2, 3], 'local-context': [0, 3] },
}
