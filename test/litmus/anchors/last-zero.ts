import { lastZero } from '../../programs/last-zero.ts'
import type { Litmus } from '../litmus.ts'

export const litmus: Litmus[] = [
  { program: lastZero(2), source: 'closed form', interleavings: 35, traces: 5 },
  { program: lastZero(3), source: 'closed form', interleavings: 920, traces: 12 },
  { program: lastZero(5), source: 'anchors', traces: 64, large: true },
  { program: lastZero(10), source: 'anchors', traces: 3328, large: true },
]
