import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Read-to-write causality: 3 reads see or not, but not x seen, y unseen and x unseen: 8 - 1. */
export const litmus: Litmus = {
  program: sketch('[w x] || [r x; r y] || [w y; r x]'),
  source: 'closed form',
  interleavings: 30,
  traces: 7,
  bounds: { preemption: [6, 7], context: [0, 0, 6, 7], 'local-context': [0, 0, 7] },
}
