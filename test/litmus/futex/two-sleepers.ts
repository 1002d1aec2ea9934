import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** All are woken, in the order in which they began to wait. */
export const litmus: Litmus = {
  program: sketch('[sleep x; r y] || [sleep x; w y] || [wakeAll x; w x]'),
  source: 'unreduced',
  interleavings: 102,
  traces: 28,
  deadlocks: 8,
  bounds: { preemption: [10, 28], context: [0, 0, 2, 12, 24, 28], 'local-context': [0, 0, 2, 14, 24, 28] },
}
