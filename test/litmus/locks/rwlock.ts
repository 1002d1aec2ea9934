import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** All operations of a rwlock count as writes to it, so readers that overlap in different ways are different traces. */
export const litmus: Litmus = {
  program: sketch('[rlock l; r x; runlock l] || [rlock l; r x; runlock l] || [wlock l; w x; wunlock l]'),
  source: 'unreduced',
  interleavings: 42,
  traces: 14,
  bounds: { preemption: [6, 10, 14], context: [0, 0, 6, 10, 14], 'local-context': [0, 0, 6, 10, 14] },
}
