import { hungryPhilosophers, philosophers } from '../../programs/philosophers.ts'
import type { Litmus } from '../litmus.ts'

/** Each fork has two users, in either order, but not in a cycle: 2^n - 2 for one round of n philosophers. */
export const litmus: Litmus[] = [
  { program: philosophers(3), source: 'closed form', interleavings: 142, traces: 6, bounds: { preemption: [6] } },
  { program: philosophers(3, 2), source: 'anchors', traces: 90, bounds: { preemption: [6, 24, 60, 90] } },
  {
    program: philosophers(4, 2),
    source: 'anchors',
    traces: 786,
    bounds: { preemption: [14, 78, 264, 556] },
    large: true,
  },
  { program: philosophers(7), source: 'anchors', traces: 126, large: true },
  // One of the two cycles is the deadlock.
  {
    program: hungryPhilosophers(3),
    source: 'closed form',
    interleavings: 168,
    traces: 7,
    deadlocks: 1,
    bounds: { preemption: [6, 7] },
  },
]
