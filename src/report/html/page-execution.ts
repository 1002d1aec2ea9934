import type { Bug, EventRow, ReplayResult } from '../../results/check-result.ts'
import { immediateOrder } from '../traces/immediate-order.ts'
import { byThread, endText } from '../traces/trace-text.ts'
import type { PageExecution } from './page-data.ts'
import { storyOf } from './story.ts'

/** What a page needs to know of an execution: of a replay, or of a bug with its events. */
export interface Told {
  readonly title: string
  readonly events: readonly EventRow[]
  readonly memory: Readonly<Record<string, string>> | null
  readonly preemptions: number
  readonly bug: Bug | null
  readonly replay: string | null
}

export const toldReplay = (result: ReplayResult, title: string, replay: string | null): Told => ({
  title,
  events: result.events,
  memory: result.memory ?? null,
  preemptions: result.preemptions,
  bug: result.bug,
  replay,
})

export function pageExecution({ title, events, memory, preemptions, bug, replay }: Told): PageExecution {
  const threads = byThread(events).map(([thread]) => thread)
  return {
    title,
    isBug: bug !== null,
    ending: endText({ bug } as ReplayResult),
    replay,
    threads,
    preemptions,
    memory,
    events: events.map((event) => ({
      n: event.index,
      thread: threads.indexOf(event.thread),
      operation: event.operation,
      location: event.location,
      value: event.value,
      at: event.at,
      preemption: event.preemption,
      calls: event.calls ?? [],
      changed: event.changed ?? {},
    })),
    edges: immediateOrder(events),
    story: storyOf(events, memory, threads),
    closest: null,
  }
}

/** Each execution that fails, with the passing one that is like it for longest. */
export function withClosest(executions: readonly PageExecution[]): PageExecution[] {
  return executions.map((failing) => {
    if (!failing.isBug) return failing
    let closest: PageExecution['closest'] = null
    for (const [execution, other] of executions.entries()) {
      if (other.isBug) continue
      const same = samePrefix(failing, other)
      if (closest === null || same > closest.same) closest = { execution, same }
    }
    return { ...failing, closest }
  })
}

/** How many events two executions begin with alike. */
function samePrefix(one: PageExecution, other: PageExecution): number {
  const key = (
    { threads }: PageExecution,
    { n, thread, operation, location, value }: PageExecution['events'][number],
  ) => JSON.stringify([n, threads[thread], operation, location, value])
  const length = Math.min(one.events.length, other.events.length)
  for (let i = 0; i < length; i++) if (key(one, one.events[i]!) !== key(other, other.events[i]!)) return i
  return length
}
