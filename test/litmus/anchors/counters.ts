import { account, cinc, fibBench, inc, nWriters, readers } from '../../programs/counters.ts'
import type { Litmus } from '../litmus.ts'

export const litmus: Litmus[] = [
  { program: readers(2), source: 'anchors', interleavings: 6, traces: 4, bounds: { preemption: [4] } },
  { program: readers(8), source: 'anchors', traces: 256, large: true },
  { program: readers(13), source: 'anchors', traces: 8192, large: true },

  { program: inc(2), source: 'anchors', interleavings: 6, traces: 4, bounds: { preemption: [2, 4] } },
  { program: inc(3), source: 'anchors', interleavings: 90, traces: 36, bounds: { preemption: [6, 24, 36] } },
  { program: inc(4), source: 'anchors', interleavings: 2520, traces: 576, bounds: { preemption: [24, 168, 432, 576] } },
  // closed form: (5!)^2
  { program: inc(5), source: 'closed form', traces: 14_400, large: true },

  { program: nWriters(2), source: 'closed form', interleavings: 24, traces: 24, bounds: { preemption: [24] } },
  { program: nWriters(6), source: 'anchors', traces: 40_320, large: true },

  { program: cinc(2), source: 'anchors', interleavings: 20, traces: 8, bounds: { preemption: [2, 6, 8] } },
  {
    program: cinc(3),
    source: 'anchors',
    interleavings: 1680,
    traces: 216,
    bounds: { preemption: [6, 42, 120, 192, 216] },
  },
  {
    program: cinc(4),
    source: 'anchors',
    traces: 13_824,
    bounds: { preemption: [24, 312, 1704, 5160, 9792] },
    large: true,
  },

  { program: fibBench(1), source: 'unreduced', interleavings: 560, traces: 11, bounds: { preemption: [6, 11] } },
  { program: fibBench(2), source: 'unreduced', traces: 140, bounds: { preemption: [6, 33, 98, 137, 140] } },
  {
    program: fibBench(3),
    source: 'anchors',
    traces: 1698,
    bounds: { preemption: [6, 53, 286, 776, 1373] },
    large: true,
  },
  { program: fibBench(4), source: 'anchors', traces: 19_605, bounds: { preemption: [6, 73, 570, 2298] }, large: true },

  { program: account(3), source: 'closed form', interleavings: 6, traces: 6, bounds: { preemption: [6] } },
  { program: account(8), source: 'anchors', traces: 40_320, optimalOnly: true },
  { program: account(7), source: 'closed form', traces: 5040, bounds: { preemption: [5040] }, large: true },
]
