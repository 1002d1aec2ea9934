import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Message passing: each read sees the write or not, but never y without x: 4 - 1. */
export const litmus: Litmus = {
  program: sketch('[w x; w y] || [r y; r x]'),
  source: 'closed form',
  interleavings: 6,
  traces: 3,
  bounds: { preemption: [2, 3], context: [0, 2, 3], 'local-context': [0, 3] },
}
