import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/**
 * The wait comes between set and reset, or never: a deadlock at whose end an operation is pending that was possible
 * before (errata 23).
 */
export const litmus: Litmus = {
  program: sketch('[set e; reset e] || [await e]'),
  source: 'closed form',
  interleavings: 2,
  traces: 2,
  deadlocks: 1,
  bounds: { preemption: [1, 2], context: [1, 1, 2], 'local-context': [1, 1, 2] },
}
