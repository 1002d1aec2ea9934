import type { Priority, PriorityView } from './priority.ts'

/** What branches off executions that came to more local states which had not been seen first. */
export const offNewStates = (view: PriorityView): Priority => ({
  of: () => view.newLocalStates,
})
