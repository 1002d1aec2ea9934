import type { Slot } from '../../base/thread-numbers.ts'
import { conflict } from '../../dependence/accesses.ts'
import type { Priority, PriorityView } from './priority.ts'

/**
 * BF(Ss): transitions that are not in their state's sleep set first, where these leave nothing out: without reduction, or
 * within bounds that do not allow it. By state of S: who is explored before from there or slept, and is independent of
 * what has been executed since.
 */
export function awakeFirst(view: PriorityView): Priority {
  const sleeping: Set<Slot>[] = [new Set()]
  return {
    begin(from) {
      const { log, depth, stack, threads } = view.search
      for (let i = from; i < depth; i++) {
        const [event, accesses] = [log.thread[i]!, log.accesses[i]!]
        const next = new Set<Slot>()
        for (let t = 0; t < threads; t++)
          if (
            t !== event &&
            (sleeping[i]?.has(t) === true || stack.complete.has(i, t)) &&
            !conflict(view.nextOperation(i, t).accesses, accesses)
          )
            next.add(t)
        sleeping[i + 1] = next
      }
    },
    of: (i, thread) => (sleeping[i]?.has(thread) === true ? 0 : 1),
  }
}
