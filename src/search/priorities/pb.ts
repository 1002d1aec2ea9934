import type { Priority, PriorityView } from './priority.ts'

/** BF(Pb): executions that need fewer preemptions first. */
export const fewerPreemptions = (view: PriorityView): Priority => ({
  of: (i, thread) => -view.preemptionsOf(i, thread),
})
