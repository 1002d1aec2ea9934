import { dependent } from './dpor.ts'
import { Focus, type FocusNames } from './focus.ts'
import { inFocusedCode } from './method.ts'
import { offNewStates } from './new-states.ts'
import { byFunction, type PriorityFunction } from './own.ts'
import { fewerPreemptions } from './pb.ts'
import type { Priority, PriorityView } from './priority.ts'
import { atRandom } from './random.ts'
import { awakeFirst } from './ss.ts'
import { atFocusedLocation } from './var.ts'

export type PriorityName = 'pb' | 'dpor' | 'ss' | 'random' | 'method' | 'var' | 'new-states'

/** What priorities are told besides the search. */
export interface PrioritySettings {
  readonly seed: number
  readonly focus?: FocusNames
}

export interface PriorityEntry {
  readonly summary: string
  /** Whether it asks for DPOR's backtrack sets also where nothing is reduced. */
  readonly needsBacktrackSets?: true
  /** Whether it goes by what was named. */
  readonly needsFocus?: true
  /** Whether it counts local states. */
  readonly needsCounts?: true
  readonly make: (view: PriorityView, settings: PrioritySettings, focus: Focus) => Priority
}

/** All priorities of best-first search. A new one is a file in this folder and an entry here. */
export const priorities: Readonly<Record<PriorityName, PriorityEntry>> = {
  pb: { summary: 'fewer preemptions', make: fewerPreemptions },
  dpor: {
    summary: 'what leads to another trace, before what only a bound or the lack of a reduction asks for',
    needsBacktrackSets: true,
    make: dependent,
  },
  ss: { summary: 'what sleep sets would not leave out', make: awakeFirst },
  random: { summary: 'anything, at random', make: (_, { seed }) => atRandom(seed) },
  method: {
    summary: 'operations in functions and lines of --focus',
    needsFocus: true,
    make: (view, _, focus) => inFocusedCode(view, focus),
  },
  var: {
    summary: 'accesses to locations of --focus',
    needsFocus: true,
    make: (view, _, focus) => atFocusedLocation(view, focus),
  },
  'new-states': {
    summary: 'what branches off executions with more new local states',
    needsCounts: true,
    make: offNewStates,
  },
}

export const priorityNames = Object.keys(priorities) as readonly PriorityName[]

/** The priorities by name, or functions of the user's own; and what they focus on. */
export function makePriorities(
  view: PriorityView,
  named: readonly (PriorityName | PriorityFunction)[],
  settings: PrioritySettings,
): { readonly all: readonly Priority[]; readonly focus: Focus } {
  const { allocations } = view.search.execution.layout
  const focus = new Focus(settings.focus ?? { names: [], changed: [] }, allocations)
  const all = named.map((one) =>
    typeof one === 'function' ? byFunction(view, allocations, one) : priorities[one].make(view, settings, focus),
  )
  return { all, focus }
}
