import { sigma } from '../../programs/sigma.ts'
import type { Litmus } from '../litmus.ts'

/** (2n - 1)!! */
export const litmus: Litmus[] = [
  { program: sigma(2), source: 'closed form', interleavings: 21, traces: 3 },
  { program: sigma(3), source: 'closed form', interleavings: 1386, traces: 15 },
  { program: sigma(5), source: 'anchors', traces: 945, large: true },
  { program: sigma(6), source: 'closed form', traces: 10_395, large: true },
]
