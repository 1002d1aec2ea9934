import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Nothing is shared: one trace for all interleavings, 6! / (2! 2! 2!). */
export const litmus: Litmus = {
  program: sketch('[w a; w b] || [w c; w d] || [r e; r f]'),
  source: 'closed form',
  interleavings: 90,
  traces: 1,
  bounds: { preemption: [1], context: [0, 0, 1], 'local-context': [1] },
}
