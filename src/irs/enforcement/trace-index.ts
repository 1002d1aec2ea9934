import type { Touch } from '../causal-past.ts'

/** An admissible set in one piece of shared memory, which the workers of a run read. `build-index.ts` makes it. */
export const IndexHead = { events: 0, traces: 1, threads: 2, table: 3, runs: 4, marks: 5, markItems: 6, whole: 7, words: 8 } as const
export const FIRST_WORDS = 8

/** Sections after the head, with their lengths. */
export function sectionsOf(head: ArrayLike<number>): readonly (readonly [name: string, words: number])[] {
  const events = head[IndexHead.events]!
  return [
    ['table', head[IndexHead.table]!], ['lo', events], ['hi', events], ['parent', events], ['depth', events], ['next', events],
    ['firstRun', events + 1], ['starts', head[IndexHead.runs]!], ['ends', head[IndexHead.runs]!],
    ['first', FIRST_WORDS * head[IndexHead.threads]!],
    ['firstMark', events + 1], ['markOf', head[IndexHead.markItems]!], ['markStart', head[IndexHead.marks]! + 1], ['markEvents', head[IndexHead.markItems]!],
  ]
}

export class TraceIndex {
  readonly traces: number
  readonly isWhole: boolean
  private readonly table: Int32Array
  private readonly lo: Int32Array
  private readonly hi: Int32Array
  private readonly parent: Int32Array
  private readonly depth: Int32Array
  private readonly next: Int32Array
  private readonly firstRun: Int32Array
  private readonly starts: Int32Array
  private readonly ends: Int32Array
  private readonly first: Int32Array
  private readonly firstMark: Int32Array
  private readonly markOf: Int32Array
  private readonly markStart: Int32Array
  private readonly markEvents: Int32Array

  constructor(buffer: SharedArrayBuffer) {
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
    this.lo = sections.lo!
    this.hi = sections.hi!
    this.parent = sections.parent!
    this.depth = sections.depth!
    this.next = sections.next!
    this.firstRun = sections.firstRun!
    this.starts = sections.starts!
    this.ends = sections.ends!
    this.first = sections.first!
    this.firstMark = sections.firstMark!
    this.markOf = sections.markOf!
    this.markStart = sections.markStart!
    this.markEvents = sections.markEvents!
  }

  /** The event with this name, or -1. */
  find(lo: number, hi: number): number {
    const { table } = this
    const mask = table.length - 1
    for (let at = (lo ^ (hi >>> 7)) & mask; ; at = (at + 1) & mask) {
      const event = table[at]! - 1
      if (event < 0) return -1
      if (this.lo[event] === lo && this.hi[event] === hi) return event
    }
  }

  /** The first trace from `from` on that contains the event; `traces` when there is none. */
  seek(event: number, from: number): number {
    const { ends } = this
    let low = this.firstRun[event]!
    let high = this.firstRun[event + 1]!
    // Mostly it is the run that was found last, or there is only one.
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ends[middle]! < from) low = middle + 1
      else high = middle
    }
    if (low === this.firstRun[event + 1]) return this.traces
    const start = this.starts[low]!
    return start > from ? start : from
  }

  contains(event: number, trace: number): boolean {
    return this.seek(event, trace) === trace
  }

  /** The fingerprint of what follows an event in its thread; 0 when the thread ends there. */
  nextOperation(event: number): number {
    return this.next[event]!
  }

  /** The same before the first event of a thread, by its number in the set. */
  firstOperation(thread: number): number {
    return this.first[FIRST_WORDS * thread]!
  }

  firstTouch(thread: number): Touch {
    const [, cell, bytes, stride, access, cell2, access2] = this.first.subarray(FIRST_WORDS * thread, FIRST_WORDS * (thread + 1)) as unknown as number[]
    return { cell: cell!, bytes: bytes!, stride: stride!, access: access!, cell2: cell2!, access2: access2! }
  }

  /** Whether `event` is `last` or one before it in the same thread. */
  isReached(event: number, last: number): boolean {
    const wanted = this.depth[event]!
    while (last >= 0 && this.depth[last]! > wanted) last = this.parent[last]!
    return last === event
  }

  /** Whether, now that `event` has happened, all events of some finished prefix have; `reached` tells of other events. */
  entersFinished(event: number, reached: (event: number) => boolean): boolean {
    for (let m = this.firstMark[event]!; m < this.firstMark[event + 1]!; m++) {
      const mark = this.markOf[m]!
      let all = true
      for (let i = this.markStart[mark]!; all && i < this.markStart[mark + 1]!; i++) all = reached(this.markEvents[i]!)
      if (all) return true
    }
    return false
  }
}
