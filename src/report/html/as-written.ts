import type { EventRow } from '../../results/check-result.ts'

type Contents = Readonly<Record<string, string>>

/** Events and what memory holds, with locations as the program would write them, where that is known. */
export function asWritten(
  events: readonly EventRow[],
  memory: Contents | null,
): { readonly events: readonly EventRow[]; readonly memory: Contents | null } {
  const places = new Map(events.flatMap(({ location, place }) => (place === undefined ? [] : [[location, place]])))
  if (places.size === 0) return { events, memory }
  const renamed = (contents: Contents): Contents =>
    Object.fromEntries(Object.entries(contents).map(([location, value]) => [places.get(location) ?? location, value]))
  return {
    events: events.map(({ place, ...event }) => ({
      ...event,
      location: place ?? event.location,
      ...(event.changed === undefined ? {} : { changed: renamed(event.changed) }),
    })),
    memory: memory && renamed(memory),
  }
}
