import { indexer } from '../../programs/indexer.ts'
import type { Litmus } from '../litmus.ts'

export const litmus: Litmus[] = [
  { program: indexer(11), source: 'closed form', traces: 1, large: true },
  { program: indexer(12), source: 'anchors', traces: 8, large: true },
  { program: indexer(15), source: 'anchors', traces: 4096, optimalOnly: true },
  { program: indexer(13), source: 'closed form', traces: 64, large: true },
]
