import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Everybody who waits already is woken; who comes later waits for ever. */
export const litmus: Litmus = {
  program: sketch(
    '[lock m; wait c m; w x; unlock m] || [lock m; wait c m; w x; unlock m] || [lock m; notifyAll c; unlock m]',
  ),
  source: 'unreduced',
  interleavings: 10,
  traces: 10,
  deadlocks: 6,
  bounds: { preemption: [10], context: [0, 0, 2, 6, 10], 'local-context': [0, 0, 2, 6, 10] },
}
