import { conflict } from '../../dependence/accesses.ts'
import type { Bug } from '../../results/check-result.ts'
import type { Inspection, OrderedPair, PlacedOperation } from '../../results/inspection.ts'
import type { AdmissibleSet } from '../../irs/set/admissible-set.ts'
import { SetReader } from '../../irs/set/set-file.ts'

export function inspectSet(file: string): Inspection {
  const reader = new SetReader(file)
  try {
    const { header, set, notes } = reader
    const { ordered, free } = pairs(set)
    return {
      schema: 1,
      set: file,
      program: header.program,
      input: header.input,
      format: header.format,
      heddle: header.heddle,
      files: header.files.map(({ path }) => path),
      search: { reduction: header.search.reduction, bounds: header.search.bounds },
      bytes: reader.bytes,
      traces: set.traces,
      events: set.events.count,
      share: notes.completion === null ? null : { admissible: set.traces, erroneous: notes.erroneous },
      complete: notes.completion !== null,
      exhaustive: notes.completion?.exhaustive ?? false,
      whole: set.isWhole,
      finished: set.finished.map(({ events, traces }) => ({
        events: events.map((event) => describe(set, event)),
        traces,
      })),
      ordered,
      free,
      bugs: notes.bugs as Bug[],
      erroneous: notes.erroneous,
    }
  } finally {
    reader.close()
  }
}

const describe = (set: AdmissibleSet, event: number): string => {
  const { thread, operation, at } = placed(set, event)
  return `${thread}: ${operation}${at === null ? '' : ` (${at})`}`
}

function placed(set: AdmissibleSet, event: number): PlacedOperation {
  const at = set.texts[set.events.get('at', event)]!
  const chosen = set.events.get('chosen', event)
  const operation = `${set.texts[set.events.get('what', event)]!}${chosen === 0 ? '' : ` = ${chosen - 1}`}`
  return { thread: set.threads[set.events.get('thread', event)]!.name, operation, at: at === '' ? null : at }
}

/** An operation of a thread, whatever came before it: thread, how many events it had before, and what it does. */
const keyOf = (set: AdmissibleSet, event: number): string =>
  `${set.events.get('thread', event)} ${set.events.get('depth', event)} ${set.events.get('operation', event)}`

/**
 * Which dependent pairs happen in both orders. What comes before an event is part of its name, so each event has to be
 * looked at only once, in the trace that brought it.
 */
function pairs(set: AdmissibleSet): { ordered: OrderedPair[]; free: number } {
  const orders = new Map<string, { first: number; second: number }>()
  const seen = new Set<string>()
  for (const { events, isNew } of tracesWithNews(set)) {
    for (let j = 0; j < events.length; j++) {
      if (isNew(events[j]!)) for (let i = j - 1; i >= 0; i--) note(set, events[i]!, events[j]!, orders, seen)
    }
  }
  const ordered = [...orders].filter(([key]) => !seen.has(reversed(key)))
  const free = (orders.size - ordered.length) / 2
  return {
    ordered: ordered.map(([, { first, second }]) => ({ first: placed(set, first), second: placed(set, second) })),
    free,
  }
}

function note(
  set: AdmissibleSet,
  first: number,
  second: number,
  orders: Map<string, { first: number; second: number }>,
  seen: Set<string>,
): void {
  if (set.events.get('thread', first) === set.events.get('thread', second)) return
  if (!conflict(set.events.accesses(first), set.events.accesses(second))) return
  const key = `${keyOf(set, first)}|${keyOf(set, second)}`
  if (seen.has(key)) return
  seen.add(key)
  orders.set(key, { first, second })
}

const reversed = (key: string): string => key.split('|').reverse().join('|')

/** Events are numbered in an order in which no event comes before its past. */
function* tracesWithNews(set: AdmissibleSet): Generator<{ events: number[]; isNew: (event: number) => boolean }> {
  const { first, starts, ends } = set.runsInOrder()
  const broughtBy = (event: number): number => starts[first[event]!]!
  const lists = new Map<number, number[]>()
  for (let event = 0; event < set.events.count; event++)
    if (!lists.has(broughtBy(event))) lists.set(broughtBy(event), [])
  for (let event = 0; event < set.events.count; event++) {
    for (let r = first[event]!; r < first[event + 1]!; r++) {
      for (let trace = starts[r]!; trace <= ends[r]!; trace++) lists.get(trace)?.push(event)
    }
  }
  for (const [trace, events] of lists) yield { events, isNew: (event) => broughtBy(event) === trace }
}
