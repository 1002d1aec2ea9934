import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** One of the two is released, the other waits for ever. */
export const litmus: Litmus = {
  program: sketch('[w x; set e] || [await e; r x] || [await e; r x]', { auto: ['e'] }),
  source: 'closed form',
  interleavings: 2,
  traces: 2,
  deadlocks: 2,
  bounds: { preemption: [2], context: [0, 2], 'local-context': [0, 2] },
}
