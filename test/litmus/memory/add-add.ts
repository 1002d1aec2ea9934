import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Two pairs of atomic additions in opposite orders, and a reader. */
export const litmus: Litmus = {
  program: sketch('[add x; add y] || [add y; add x] || [r x; r y]'),
  source: 'unreduced',
  interleavings: 90,
  traces: 22,
  bounds: { preemption: [6, 20, 22], context: [0, 0, 6, 20, 22], 'local-context': [0, 0, 12, 22] },
}
