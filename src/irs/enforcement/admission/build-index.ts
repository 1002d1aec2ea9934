import type { AdmissibleSet } from '../../set/admissible-set.ts'
import { runsWithout } from './inputs.ts'
import { EVENT_WORDS, EventWord, FIRST_WORDS, IndexHead, sectionsOf, spread } from './trace-index.ts'

/** What the workers need to know of a set, in shared memory; without the traces that are marked in `excluded`. */
export function buildIndex(set: AdmissibleSet, excluded: Uint8Array | null = null): SharedArrayBuffer {
  const { events, finished } = set
  const {
    first: firstRun,
    starts,
    ends,
  } = excluded === null ? set.runsInOrder() : runsWithout(set.runsInOrder(), excluded)
  const marks = finished.filter((prefix) => prefix.events.length > 0)
  const markItems = marks.reduce((sum, prefix) => sum + prefix.events.length, 0)
  const head = new Int32Array(IndexHead.words)
  head.set([
    events.count,
    set.traces,
    set.threads.length,
    tableSize(events.count),
    starts.length,
    marks.length,
    markItems,
    set.isWhole ? 1 : 0,
  ])
  const total = sectionsOf(head).reduce((sum, [, length]) => sum + length, IndexHead.words as number)
  const words = new Int32Array(new SharedArrayBuffer(4 * total))
  words.set(head)
  const { firstMark, ...markParts } = markSections(
    events.count,
    marks.map((prefix) => prefix.events),
  )
  const content: Record<string, ArrayLike<number>> = {
    table: hashTable(set),
    events: eventRecords(set, firstRun, firstMark!),
    runs: pairs(starts, ends),
    first: firstOperations(set),
    ...markParts,
  }
  let at: number = IndexHead.words
  for (const [name, length] of sectionsOf(head)) {
    words.set(content[name]!, at)
    at += length
  }
  return words.buffer as SharedArrayBuffer
}

function pairs(starts: Int32Array, ends: Int32Array): Int32Array {
  const words = new Int32Array(2 * starts.length)
  for (let i = 0; i < starts.length; i++) {
    words[2 * i] = starts[i]!
    words[2 * i + 1] = ends[i]!
  }
  return words
}

function eventRecords(
  { events, next }: AdmissibleSet,
  firstRun: ArrayLike<number>,
  firstMark: ArrayLike<number>,
): Int32Array {
  const words = new Int32Array(EVENT_WORDS * (events.count + 1))
  const [lo, hi, parent, depth] = [
    events.column('lo'),
    events.column('hi'),
    events.column('parent'),
    events.column('depth'),
  ]
  for (let event = 0; event < events.count; event++) {
    const at = EVENT_WORDS * event
    words[at + EventWord.lo] = lo[event]!
    words[at + EventWord.hi] = hi[event]!
    words[at + EventWord.next] = next.get(event) ?? 0
    words[at + EventWord.parent] = parent[event]!
    words[at + EventWord.depth] = depth[event]!
  }
  for (let event = 0; event <= events.count; event++) {
    words[EVENT_WORDS * event + EventWord.firstRun] = firstRun[event]!
    words[EVENT_WORDS * event + EventWord.firstMark] = firstMark[event]!
  }
  return words
}

const tableSize = (events: number): number => 2 ** Math.ceil(Math.log2(2 * events + 2))

function hashTable({ events }: AdmissibleSet): Int32Array {
  const table = new Int32Array(tableSize(events.count))
  const mask = table.length - 1
  for (let event = 0; event < events.count; event++) {
    let at = spread(events.get('lo', event), events.get('hi', event)) & mask
    while (table[at] !== 0) at = (at + 1) & mask
    table[at] = event + 1
  }
  return table
}

/** What each thread does first. All its first events are the same operation, so any of them tells. */
function firstOperations(set: AdmissibleSet): Int32Array {
  const words = new Int32Array(FIRST_WORDS * set.threads.length)
  for (let event = set.events.count - 1; event >= 0; event--) {
    if (set.events.get('parent', event) >= 0) continue
    const { cell, bytes, stride, access, cell2, access2 } = set.events.accesses(event)
    words.set(
      [set.events.get('operation', event), cell, bytes, stride, access, cell2, access2],
      FIRST_WORDS * set.events.get('thread', event),
    )
  }
  return words
}

/** By event the finished prefixes that it belongs to, and by prefix its events. */
function markSections(events: number, marks: readonly (readonly number[])[]): Record<string, Int32Array> {
  const items = marks.flatMap((list, mark) => list.map((event) => [event, mark] as const)).sort(([a], [b]) => a - b)
  const firstMark = new Int32Array(events + 1)
  for (const [event] of items) firstMark[event + 1]!++
  for (let event = 0; event < events; event++) firstMark[event + 1]! += firstMark[event]!
  const markStart = new Int32Array(marks.length + 1)
  marks.forEach((list, mark) => {
    markStart[mark + 1] = markStart[mark]! + list.length
  })
  return {
    firstMark,
    markOf: Int32Array.from(items, ([, mark]) => mark),
    markStart,
    markEvents: Int32Array.from(marks.flat()),
  }
}
