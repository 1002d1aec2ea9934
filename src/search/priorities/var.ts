import type { Focus } from './focus.ts'
import type { Priority, PriorityView } from './priority.ts'

/**
 * BF(Var): transitions that access the shared locations that were named first. Differs as BF(Method) does: also those
 * that come before such an access.
 */
export const atFocusedLocation = (view: PriorityView, focus: Focus): Priority => ({
  of: (i, thread) =>
    Number(focus.hasLocation(view.nextOperation(i, thread).accesses)) +
    Number(focus.hasLocation(view.search.log.accesses[i]!)),
})
