import { conflict } from '../../dependence/accesses.ts'
import type { Bug } from '../../results/check-result.ts'
import type { Inspection, OrderedPair, PlacedOperation } from '../../results/inspection.ts'
import type { AdmissibleSet } from '../../irs/set/admissible-set.ts'
import { regionTexts } from '../../irs/set/regions.ts'
import { SetReader, type SetSection } from '../../irs/set/set-file.ts'

export function inspectSet(file: string): Inspection {
  const reader = new SetReader(file)
  try {
    const { header } = reader
    const sections = reader.sections.filter(({ isExcluded }) => !isExcluded)
    const { ordered, free } = pairs(sections.map(({ set }) => set))
    const traces = sum(sections, ({ set }) => set.traces)
    const erroneous = sum(sections, ({ notes }) => notes.erroneous)
    const isWhole = header.region === null || sections.at(-1)!.notes.covered !== null
    const complete = isWhole && sections.every(({ notes }) => notes.completion !== null)
    return {
      schema: 1,
      set: file,
      program: header.program,
      input: header.region === null ? header.input : null,
      ...(header.region === null ? {} : { inputs: regionsOf(sections) }),
      format: header.format,
      heddle: header.heddle,
      files: header.files.map(({ path }) => path),
      search: { reduction: header.search.reduction, bounds: header.search.bounds },
      bytes: reader.bytes,
      traces,
      events: sum(sections, ({ set }) => set.events.count),
      share: complete ? { admissible: traces, erroneous } : null,
      complete,
      exhaustive: complete && sections.every(({ notes }) => notes.completion!.exhaustive),
      whole: isWhole && sections.every(({ set }) => set.isWhole),
      finished: sections.flatMap(({ set }) =>
        set.finished.map(({ events, traces: below }) => ({
          events: events.map((event) => describe(set, event)),
          traces: below,
        })),
      ),
      ordered,
      free,
      bugs: sections.flatMap(bugsOf),
      erroneous,
    }
  } finally {
    reader.close()
  }
}

const sum = (sections: readonly SetSection[], of: (section: SetSection) => number): number =>
  sections.reduce((total, section) => total + of(section), 0)

const bugsOf = ({ header, notes }: SetSection): Bug[] =>
  (notes.bugs as Bug[]).map((bug) => (header.region === null ? bug : { ...bug, input: header.input! }))

const regionsOf = (sections: readonly SetSection[]): NonNullable<Inspection['inputs']> => ({
  regions: sections.map((section) => {
    const { header, set, notes } = section
    return {
      conditions: regionTexts(section),
      input: header.input!,
      traces: set.traces,
      erroneous: notes.erroneous,
      complete: notes.completion !== null,
      whole: set.isWhole,
    }
  }),
  covered: sections.at(-1)!.notes.covered,
})

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
  `${set.threads[set.events.get('thread', event)]!.handle} ${set.events.get('depth', event)} ${set.events.get('operation', event)}`

interface Orders {
  readonly pairs: Map<string, OrderedPair>
  readonly seen: Set<string>
}

/**
 * Which dependent pairs happen in both orders, in any region of inputs. What comes before an event is part of its name,
 * so each event has to be looked at only once, in the trace that brought it.
 */
function pairs(sets: readonly AdmissibleSet[]): { ordered: OrderedPair[]; free: number } {
  const orders: Orders = { pairs: new Map(), seen: new Set() }
  for (const set of sets) {
    for (const { events, isNew } of tracesWithNews(set)) {
      for (let j = 0; j < events.length; j++) {
        if (isNew(events[j]!)) for (let i = j - 1; i >= 0; i--) note(set, events[i]!, events[j]!, orders)
      }
    }
  }
  const ordered = [...orders.pairs].filter(([key]) => !orders.seen.has(reversed(key)))
  return { ordered: ordered.map(([, pair]) => pair), free: (orders.pairs.size - ordered.length) / 2 }
}

function note(set: AdmissibleSet, first: number, second: number, { pairs: known, seen }: Orders): void {
  if (set.events.get('thread', first) === set.events.get('thread', second)) return
  if (!conflict(set.events.accesses(first), set.events.accesses(second))) return
  const key = `${keyOf(set, first)}|${keyOf(set, second)}`
  if (seen.has(key)) return
  seen.add(key)
  known.set(key, { first: placed(set, first), second: placed(set, second) })
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
