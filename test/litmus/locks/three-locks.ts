import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/**
 * For each lock an order of its two users, 8, of which one cycle is the deadlock and the other cannot be: each would be
 * last at its first lock.
 */
export const litmus: Litmus = {
  program: sketch(
    '[lock a; lock b; unlock b; unlock a] || [lock b; lock c; unlock c; unlock b] || [lock c; lock a; unlock a; unlock c]',
  ),
  source: 'closed form',
  interleavings: 168,
  traces: 7,
  deadlocks: 1,
  bounds: { preemption: [6, 7], context: [0, 0, 7], 'local-context': [1, 1, 7] },
}
