import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** The notification comes after the wait, or before it and is lost: a deadlock. */
export const litmus: Litmus = {
  program: sketch('[lock m; wait c m; unlock m] || [lock m; notify c; unlock m]'),
  source: 'closed form',
  interleavings: 2,
  traces: 2,
  deadlocks: 1,
  bounds: { preemption: [2], context: [0, 1, 2], 'local-context': [0, 1, 2] },
}
