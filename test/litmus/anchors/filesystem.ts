import { filesystem } from '../../programs/filesystem.ts'
import type { Litmus } from '../litmus.ts'

export const litmus: Litmus[] = [
  { program: filesystem(13), source: 'closed form', traces: 1, large: true },
  { program: filesystem(14), source: 'anchors', traces: 2, large: true },
  { program: filesystem(16), source: 'anchors', traces: 8, large: true },
  { program: filesystem(18), source: 'anchors', traces: 32, large: true },
  { program: filesystem(19), source: 'anchors', traces: 64, large: true },
]
