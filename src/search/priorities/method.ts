import type { Focus } from './focus.ts'
import type { Priority, PriorityView } from './priority.ts'

/**
 * BF(Method): transitions within the functions and lines that were named first. Differs: also those that come before one
 * there, for a backtrack point lies before the event that is to be overtaken, and the thread may still be elsewhere.
 */
export const inFocusedCode = (view: PriorityView, focus: Focus): Priority => ({
  of: (i, thread) =>
    Number(focus.hasSite(view.nextOperation(i, thread).site)) + Number(focus.hasSite(view.search.log.site[i]!)),
})
