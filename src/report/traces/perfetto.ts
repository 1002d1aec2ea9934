import { allVisible } from '../escape.ts'
import { immediateOrder } from './immediate-order.ts'
import type { TraceFormat } from './trace-format.ts'
import { byThread, endText, eventText, lastOf } from './trace-text.ts'

/** There is no time in a schedule: an event is so many microseconds long, and they follow on each other. */
const LENGTH = 10
const PROCESS = 1

/** Chrome's trace events, which ui.perfetto.dev opens: a track per thread, arrows where threads are ordered. */
export const perfetto: TraceFormat = {
  help: 'Chrome trace events, which ui.perfetto.dev opens',
  wantsAll: true,
  render: (result, sourceAt) => {
    const { events, program } = result
    const tracks = new Map(byThread(events).map(([thread], t) => [thread, t + 1]))
    const on = (i: number, ts: number) => ({ pid: PROCESS, tid: tracks.get(events[i]!.thread)!, ts })
    const meta = (name: string, args: object, tid = 0) => ({ name, ph: 'M', pid: PROCESS, tid, args })
    const traceEvents = [
      meta('process_name', { name: program }),
      ...[...tracks].map(([thread, tid]) => meta('thread_name', { name: thread }, tid)),
      ...[...tracks.values()].map((tid) => meta('thread_sort_index', { sort_index: tid }, tid)),
      ...events.map((event, i) => ({
        name: eventText(event),
        cat: 'event',
        ph: 'X',
        ...on(i, event.index * LENGTH),
        dur: LENGTH,
        args: argumentsOf(event, sourceAt(event.at)),
      })),
      ...events.flatMap(({ preemption, index }, i) =>
        preemption ? [{ name: 'preemption', cat: 'schedule', ph: 'i', s: 't', ...on(i, index * LENGTH) }] : [],
      ),
      ...immediateOrder(events).flatMap(([a, b], id) => [
        { name: 'before', cat: 'order', ph: 's', id, ...on(a, events[a]!.index * LENGTH + LENGTH / 2) },
        { name: 'before', cat: 'order', ph: 'f', bp: 'e', id, ...on(b, events[b]!.index * LENGTH + 1) },
      ]),
      ...(events.length === 0
        ? []
        : [{ name: endText(result), cat: 'end', ph: 'i', s: 'p', ...on(lastOf(result), endOf(events)) }]),
    ]
    return `${JSON.stringify(allVisible({ traceEvents, displayTimeUnit: 'ms' }))}\n`
  },
}

const endOf = (events: readonly { readonly index: number }[]): number => (events.at(-1)!.index + 1) * LENGTH

function argumentsOf(
  event: { index: number; operation: string; location: string | null; value: string | null; at: string | null },
  source: string | null,
): object {
  const { index, operation, location, value, at } = event
  const args = { event: String(index), operation, location, value, at, source: source?.trim() ?? null }
  return Object.fromEntries(Object.entries(args).flatMap(([name, one]) => (one === null ? [] : [[name, one]])))
}
