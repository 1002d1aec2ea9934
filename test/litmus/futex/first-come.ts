import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** One is woken: the one that began to wait first. */
export const litmus: Litmus = {
  program: sketch('[sleep x; w y] || [sleep x; w y] || [wake x] || [w x]'),
  source: 'unreduced',
  interleavings: 100,
  traces: 34,
  deadlocks: 10,
  bounds: { preemption: [22, 34], context: [0, 0, 0, 10, 28, 34], 'local-context': [0, 0, 0, 16, 28, 34] },
}
