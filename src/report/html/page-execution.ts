import type { Bug, Difference, EventRow, ReplayResult } from '../../results/check-result.ts'
import { decidingInFailing, decidingInPassing } from '../deciding-events.ts'
import { immediateOrder } from '../traces/immediate-order.ts'
import { byThread, endText } from '../traces/trace-text.ts'
import { asWritten } from './as-written.ts'
import { comparedRows } from './compare.ts'
import type { DecidingPair, PageExecution } from './page-data.ts'
import { shortened } from './shortened.ts'
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
  events: shortened(result.events),
  memory: result.memory ?? null,
  preemptions: result.preemptions,
  bug: result.bug,
  replay,
})

export function pageExecution({ title, events, memory, preemptions, bug, replay }: Told): PageExecution {
  const written = asWritten(events, memory)
  const threads = byThread(events).map(([thread]) => thread)
  return {
    title,
    isBug: bug !== null,
    ending: endText({ bug } as ReplayResult),
    replay,
    threads,
    preemptions,
    memory: written.memory,
    events: written.events.map((event) => ({
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
    story: storyOf(written.events, written.memory, threads),
    deciding: null,
    closest: null,
  }
}

/** An execution that fails, the one that passes once two events are exchanged, and these. */
export interface Exchanged {
  readonly failing: number
  readonly passing: number
  readonly difference: Difference
}

/**
 * Each execution that fails, beside one that passes: the one in which the deciding pair is exchanged, or else the one
 * that is like it for longest.
 */
export function pageExecutions(told: readonly Told[], exchanged: readonly Exchanged[]): PageExecution[] {
  const executions = told.map(pageExecution)
  return executions.map((one, i) => {
    const pair = exchanged.find(({ failing, passing }) => failing === i || passing === i)
    const deciding = pair === undefined ? null : decidingIn(told, pair, pair.failing === i)
    if (!one.isBug) return { ...one, deciding }
    const execution = pair?.passing ?? longestAlike(executions, one)
    const closest = execution === null ? null : { execution, rows: comparedRows(one, executions[execution]!) }
    return { ...one, deciding, closest }
  })
}

function longestAlike(executions: readonly PageExecution[], failing: PageExecution): number | null {
  let best: { readonly execution: number; readonly same: number } | null = null
  for (const [execution, other] of executions.entries()) {
    if (other.isBug) continue
    const same = samePrefix(failing, other)
    if (best === null || same > best.same) best = { execution, same }
  }
  return best?.execution ?? null
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

/** The pair as it is in the execution that fails, or in the one that passes. */
function decidingIn(
  told: readonly Told[],
  { failing, passing, difference }: Exchanged,
  inFailing: boolean,
): DecidingPair {
  const [bad, good] = [told[failing]!.events, told[passing]!.events]
  const [first, second] = inFailing ? decidingInFailing(bad, difference) : decidingInPassing(bad, good, difference)
  const texts = difference.accesses.map(({ thread, operation }) => `${thread}: ${operation}`)
  return { first, second, texts: [texts[0]!, texts[1]!] }
}
