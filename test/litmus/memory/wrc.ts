import { sketch } from '../../programs/sketch.ts'
import type { Litmus } from '../litmus.ts'

/** Write-read causality: 3 reads see or not; seeing y after seeing x means seeing x: 8 - 1. */
export const litmus: Litmus = {
  program: sketch('[w x] || [r x; w y] || [r y; r x]'),
  source: 'closed form',
  interleavings: 30,
  traces: 7,
  bounds: { preemption: [6, 7], context: [0, 0, 6, 7], 'local-context': [0, 0, 7] },
}
