import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** 3! orders of arriving times 3! orders of passing. */
export const litmus: Litmus = {
  program: sketch('[w x; meet b] || [meet b; r x] || [meet b; r x]', { counts: { b: 3 } }),
  source: 'closed form',
  interleavings: 360,
  traces: 36,
  bounds: { preemption: [12, 36], context: [0, 0, 0, 0, 12, 36], 'local-context': [0, 0, 0, 0, 12, 36] },
}
