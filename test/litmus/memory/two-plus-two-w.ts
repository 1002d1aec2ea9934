import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** 2+2W: either order for each variable, but not the two that make a cycle: 4 - 1. */
export const litmus: Litmus = {
  program: sketch('[w x; w y] || [w y; w x]'),
  source: 'closed form',
  interleavings: 6,
  traces: 3,
  bounds: { preemption: [2, 3], context: [0, 2, 3], 'local-context': [0, 3] },
}
