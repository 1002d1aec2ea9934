import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** One before the other, or the deadlock, in which each holds one lock. */
export const litmus: Litmus = {
  program: sketch('[lock a; lock b; unlock b; unlock a] || [lock b; lock a; unlock a; unlock b]'),
  source: 'closed form',
  interleavings: 6,
  traces: 3,
  deadlocks: 1,
  bounds: { preemption: [2, 3], context: [0, 3], 'local-context': [1, 3] },
}
