import { Accesses } from '../../../dependence/accesses.ts'
import { exemptBuffer } from '../../../program/memory/shared-tag.ts'

/** An admissible set in one piece of shared memory, which the workers of a run read. `build-index.ts` makes it. */
export const IndexHead = {
  events: 0,
  traces: 1,
  threads: 2,
  table: 3,
  runs: 4,
  marks: 5,
  markItems: 6,
  whole: 7,
  words: 8,
} as const
export const FIRST_WORDS = 8

/**
 * What is known of an event, side by side, so that deciding about one touches little memory. The lists of an event end
 * where those of the next one begin.
 */
export const EventWord = { lo: 0, hi: 1, next: 2, firstRun: 3, firstMark: 4, parent: 5, depth: 6 } as const
const EVENT_SHIFT = 3
export const EVENT_WORDS = 1 << EVENT_SHIFT

/** Sections after the head, with their lengths. Runs of traces are pairs of their first and last trace. */
export function sectionsOf(head: ArrayLike<number>): readonly (readonly [name: string, words: number])[] {
  return [
    ['table', head[IndexHead.table]!],
    ['events', EVENT_WORDS * (head[IndexHead.events]! + 1)],
    ['runs', 2 * head[IndexHead.runs]!],
    ['first', FIRST_WORDS * head[IndexHead.threads]!],
    ['markOf', head[IndexHead.markItems]!],
    ['markStart', head[IndexHead.marks]! + 1],
    ['markEvents', head[IndexHead.markItems]!],
  ]
}

export class TraceIndex {
  readonly traces: number
  readonly isWhole: boolean
  private readonly table: Int32Array
  private readonly events: Int32Array
  private readonly runs: Int32Array
  private readonly first: Int32Array
  private readonly markOf: Int32Array
  private readonly markStart: Int32Array
  private readonly markEvents: Int32Array

  constructor(buffer: SharedArrayBuffer) {
    exemptBuffer(buffer)
    const words = new Int32Array(buffer)
    const sections: Record<string, Int32Array> = {}
    let at: number = IndexHead.words
    for (const [name, length] of sectionsOf(words)) {
      sections[name] = words.subarray(at, at + length)
      at += length
    }
    this.traces = words[IndexHead.traces]!
    this.isWhole = words[IndexHead.whole] === 1
    this.table = sections.table!
    this.events = sections.events!
    this.runs = sections.runs!
    this.first = sections.first!
    this.markOf = sections.markOf!
    this.markStart = sections.markStart!
    this.markEvents = sections.markEvents!
  }

  private word(event: number, word: number): number {
    return this.events[(event << EVENT_SHIFT) + word]!
  }

  /** The event with this name, or -1. */
  find(lo: number, hi: number): number {
    const { table, events } = this
    const mask = table.length - 1
    for (let at = spread(lo, hi) & mask; ; at = (at + 1) & mask) {
      const event = table[at]! - 1
      if (event < 0) return -1
      if (events[event << EVENT_SHIFT] === lo && events[(event << EVENT_SHIFT) + EventWord.hi] === hi) return event
    }
  }

  /** The first trace from `from` on that contains the event; `traces` when there is none. */
  seek(event: number, from: number): number {
    const { runs } = this
    let low = this.word(event, EventWord.firstRun)
    const end = this.word(event + 1, EventWord.firstRun)
    for (let high = end; low < high; ) {
      const middle = (low + high) >>> 1
      if (runs[2 * middle + 1]! < from) low = middle + 1
      else high = middle
    }
    if (low === end) return this.traces
    const start = runs[2 * low]!
    return start > from ? start : from
  }

  contains(event: number, trace: number): boolean {
    return this.seek(event, trace) === trace
  }

  /** The fingerprint of what follows an event in its thread; 0 when the thread ends there. */
  nextOperation(event: number): number {
    return this.word(event, EventWord.next)
  }

  /** The same before the first event of a thread, by its number in the set. */
  firstOperation(thread: number): number {
    return this.first[FIRST_WORDS * thread]!
  }

  /** What the first event of the thread accesses. */
  firstAccesses(thread: number): Accesses {
    return new Accesses().read(this.first, FIRST_WORDS * thread + 1)
  }

  /** Whether `event` is `last` or one before it in the same thread. */
  isReached(event: number, last: number): boolean {
    const wanted = this.word(event, EventWord.depth)
    while (last >= 0 && this.word(last, EventWord.depth) > wanted) last = this.word(last, EventWord.parent)
    return last === event
  }

  /**
   * Whether, now that `event` has happened, all events of some finished prefix have; `reached` tells of other events.
   */
  entersFinished(event: number, reached: (event: number) => boolean): boolean {
    for (let m = this.word(event, EventWord.firstMark), end = this.word(event + 1, EventWord.firstMark); m < end; m++) {
      const mark = this.markOf[m]!
      let all = true
      for (let i = this.markStart[mark]!; all && i < this.markStart[mark + 1]!; i++) all = reached(this.markEvents[i]!)
      if (all) return true
    }
    return false
  }
}

/** Where to look first for a name, here and in event-names.wat: the lanes are well mixed already. */
export const spread = (lo: number, hi: number): number => lo ^ (hi >>> 7)
