import { dependent } from './dpor.ts'
import { fewerPreemptions } from './pb.ts'
import type { Priority, PriorityView } from './priority.ts'
import { atRandom } from './random.ts'

export type PriorityName = 'pb' | 'dpor' | 'random'

/** What priorities are told besides the search. */
export interface PrioritySettings {
  readonly seed: number
}

export interface PriorityEntry {
  readonly summary: string
  /** Whether it asks for DPOR's backtrack sets also where nothing is reduced. */
  readonly needsBacktrackSets?: true
  readonly make: (view: PriorityView, settings: PrioritySettings) => Priority
}

/** All priorities of best-first search. A new one is a file in this folder and an entry here. */
export const priorities: Readonly<Record<PriorityName, PriorityEntry>> = {
  pb: { summary: 'fewer preemptions', make: fewerPreemptions },
  dpor: {
    summary: 'what leads to another trace, before what only a bound or the lack of a reduction asks for',
    needsBacktrackSets: true,
    make: dependent,
  },
  random: { summary: 'anything, at random', make: (_, { seed }) => atRandom(seed) },
}

export const priorityNames = Object.keys(priorities) as readonly PriorityName[]
