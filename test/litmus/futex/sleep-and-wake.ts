import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/**
 * The comparison comes first, and the wake-up follows; or it comes after the write and finds another value, before or
 * after the notification.
 */
export const litmus: Litmus = {
  program: sketch('[sleep x; r y] || [w x; wake x]'),
  source: 'closed form',
  interleavings: 4,
  traces: 3,
  bounds: { preemption: [2, 3], context: [0, 1, 3], 'local-context': [0, 1, 3] },
}
