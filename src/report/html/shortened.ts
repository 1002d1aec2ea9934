/** Of an execution that is too long for a page: the first events, the last ones, and those where threads meet. */
import { folded } from '../../execution/replay/fold.ts'
import type { EventRow } from '../../results/check-result.ts'

/** So many events can be walked through. */
export const PAGE_EVENTS = 5000

/** What the events that are left out have changed is told by the next one that is not. */
export function shortened(events: readonly EventRow[], most = PAGE_EVENTS): readonly EventRow[] {
  if (events.length <= most) return events
  const shown = folded(
    events.map(({ thread }) => thread),
    most,
  )
  const kept: EventRow[] = []
  let changed: Record<string, string> = {}
  for (const [i, event] of events.entries()) {
    Object.assign(changed, event.changed)
    if (shown[i] !== 1) continue
    kept.push(event.changed === undefined ? event : { ...event, changed })
    changed = {}
  }
  return kept
}
