import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** One notification, so at least one of the two waits for ever. */
export const litmus: Litmus = {
  program: sketch('[lock m; wait c m; unlock m] || [lock m; wait c m; unlock m] || [lock m; notify c; unlock m]'),
  source: 'unreduced',
  interleavings: 10,
  traces: 10,
  deadlocks: 10,
  bounds: { preemption: [10], context: [0, 0, 2, 10], 'local-context': [0, 0, 2, 10] },
}
