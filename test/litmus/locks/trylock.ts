import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** A tryLock that succeeds keeps the lock, so the third thread can be left waiting. */
export const litmus: Litmus = {
  program: sketch('[trylock m] || [trylock m] || [lock m; unlock m]'),
  source: 'unreduced',
  interleavings: 8,
  traces: 8,
  deadlocks: 2,
  bounds: { preemption: [4, 8], context: [0, 2, 4, 8], 'local-context': [0, 2, 4, 8] },
}
