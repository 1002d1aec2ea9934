/**
 * Which events of other threads an event follows on immediately, from what rows say of them: two accesses of the same
 * location of which one may change it, `spawn` and what the thread begins with, what it ends with and `join`. What
 * follows from program order and other edges is left out (vector clocks, as in `src/trace/happens-before.ts`).
 */
import type { EventRow } from '../../results/check-result.ts'

/** Positions in the list of events. */
export type Edge = readonly [before: number, after: number]

type Clock = ReadonlyMap<string, number>

export function immediateOrder(events: readonly EventRow[]): Edge[] {
  const clocks: Clock[] = []
  const last = new Map<string, number>()
  const edges: Edge[] = []
  const before = new Candidates()
  for (const [i, event] of events.entries()) {
    const previous = last.get(event.thread)
    const clock = new Map(previous === undefined ? [] : clocks[previous])
    for (const j of before.of(event, last).sort((a, b) => b - a)) {
      const { thread } = events[j]!
      if (thread === event.thread || (clock.get(thread) ?? -1) >= j) continue
      edges.push([j, i])
      for (const [name, at] of clocks[j]!) clock.set(name, Math.max(at, clock.get(name) ?? -1))
    }
    clocks.push(clock.set(event.thread, i))
    last.set(event.thread, i)
    before.add(event, i)
  }
  return edges
}

interface LocationAccesses {
  readonly write: readonly number[]
  /** Since then, the last of each thread. */
  readonly reads: ReadonlyMap<string, number>
}

/** The events that a next one may have to follow on. */
class Candidates {
  /** By allocation, then by location. */
  private readonly accesses = new Map<string, Map<string, LocationAccesses>>()
  /** Allocations of which bytes are accessed, so that different locations may overlap. */
  private readonly inBytes = new Set<string>()
  private readonly spawned = new Map<string, number>()

  of(event: EventRow, last: ReadonlyMap<string, number>): number[] {
    const [, spawnedAs] = /#(\d+)$/.exec(event.thread) ?? []
    const [, joined] = /^join (\d+)$/.exec(event.operation) ?? []
    const spawn = spawnedAs !== undefined && !last.has(event.thread) ? this.spawned.get(spawnedAs) : undefined
    const end = joined === undefined ? [] : [...last].filter(([thread]) => thread.endsWith(`#${joined}`))
    const conflicting = locationsOf(event)
      .flatMap((location) => this.overlapping(location))
      .flatMap(({ write, reads }) => (isRead(event) ? write : [...write, ...reads.values()]))
    return [...(spawn === undefined ? [] : [spawn]), ...end.map(([, at]) => at), ...conflicting]
  }

  add(event: EventRow, i: number): void {
    const [, handle] = /^handle (\d+)$/.exec(event.value ?? '') ?? []
    if (handle !== undefined && event.operation.startsWith('spawn ')) this.spawned.set(handle, i)
    for (const location of locationsOf(event)) {
      const known = this.ofAllocation(location)
      const { write = [], reads = new Map<string, number>() } = known.get(location) ?? {}
      known.set(
        location,
        isRead(event) ? { write, reads: new Map(reads).set(event.thread, i) } : { write: [i], reads: new Map() },
      )
    }
  }

  private overlapping(location: string): LocationAccesses[] {
    const known = this.ofAllocation(location)
    if (this.inBytes.has(allocationOf(location)))
      return [...known].flatMap(([other, accesses]) => (overlap(location, other) ? [accesses] : []))
    const same = known.get(location)
    return same === undefined ? [] : [same]
  }

  private ofAllocation(location: string): Map<string, LocationAccesses> {
    const name = allocationOf(location)
    if (rangeOf(location)?.bytes === true) this.inBytes.add(name)
    let known = this.accesses.get(name)
    if (known === undefined) this.accesses.set(name, (known = new Map()))
    return known
  }
}

const allocationOf = (location: string): string => rangeOf(location)?.name ?? location

/** `Atomics.wait` and a primitive's operation name two. */
const locationsOf = ({ location }: EventRow): string[] => (location === null ? [] : location.split(', '))

/** Elements and bytes of typed arrays and views; everything else may change what it accesses. */
const isRead = ({ operation }: EventRow): boolean =>
  /^(?:read|Atomics\.load|get(?:Big)?(?:Int|Uint|Float)\d+)$/.test(operation)

/** `a[3]` are elements, `a[byte 3]` and `a[bytes 4-7]` bytes; how large elements are is not said, so they may overlap. */
function overlap(one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [rangeOf(one), rangeOf(other)]
  if (a === null || b === null || a.name !== b.name) return false
  return a.bytes !== b.bytes || (a.first <= b.last && b.first <= a.last)
}

function rangeOf(location: string): { name: string; bytes: boolean; first: number; last: number } | null {
  const [, name, unit, first, last] = /^(.*)\[(bytes? )?(\d+)(?:-(\d+))?\]$/s.exec(location) ?? []
  if (name === undefined) return null
  return { name, bytes: unit !== undefined, first: Number(first), last: Number(last ?? first) }
}
