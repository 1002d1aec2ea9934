import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Store buffering: each read sees the write or not, but one of them does: 4 - 1. */
export const litmus: Litmus = {
  program: sketch('[w x; r y] || [w y; r x]'),
  source: 'closed form',
  interleavings: 6,
  traces: 3,
  bounds: { preemption: [2, 3], context: [0, 2, 3], 'local-context': [0, 3] },
}
