/** What a page shows: plain data, made from results, which the page's own code (`web/report`) draws. */

export interface PageData {
  readonly version: string
  readonly programs: readonly PageProgram[]
}

export interface PageProgram {
  readonly name: string
  /** How the command line names it; null when that is not known. */
  readonly file: string | null
  readonly outcome: 'verified' | 'bug' | 'incomplete' | 'completed' | 'error' | 'not run'
  readonly guarantee: string | null
  readonly bugs: readonly PageBug[]
  readonly moreBugs: number
  readonly executions: readonly PageExecution[]
  readonly outcomes: readonly PageOutcome[]
  readonly moreOutcomes: number
  readonly races: readonly PageNote[]
  readonly held: readonly PageNote[]
  readonly notes: readonly string[]
  readonly passes: readonly PagePass[]
  /** Counts of the whole search, in words. */
  readonly counts: readonly string[]
  readonly sources: Readonly<Record<string, readonly SourcePart[]>>
}

export interface PageBug {
  readonly kind: string
  readonly message: string
  readonly thread: string | null
  readonly at: string | null
  readonly stack: readonly string[]
  readonly preemptions: number
  /** Of a program that has inputs, the one that shows it. */
  readonly input: string | null
  readonly replay: string | null
  readonly waiting: readonly { readonly thread: string; readonly text: string; readonly at: string | null }[]
  /** Its number in `executions`; null when it could not be replayed. */
  readonly execution: number | null
}

export interface PageOutcome {
  readonly value: string
  readonly executions: number
  readonly execution: number | null
}

export interface PageNote {
  readonly text: string
  readonly places: readonly string[]
}

export interface PagePass {
  readonly bounds: string
  readonly executions: number
  readonly transitions: number
  readonly traces: number | null
  readonly excluded: number
  readonly cut: number
  /** How long it took, in words. */
  readonly time: string
}

/** One execution, step by step. */
export interface PageExecution {
  readonly title: string
  readonly isBug: boolean
  /** How it ended, in words. */
  readonly ending: string
  readonly replay: string | null
  readonly threads: readonly string[]
  readonly events: readonly PageEvent[]
  readonly preemptions: number
  /** By location, what it held in the beginning. Null when memory was not recorded. */
  readonly memory: Readonly<Record<string, string>> | null
  /** Happens-before between threads: positions in `events`, without what follows from others. */
  readonly edges: readonly (readonly [before: number, after: number])[]
  readonly story: readonly StoryPart[]
  /** The passing execution that is like this one for longest; null for one that passes. */
  readonly closest: { readonly execution: number; readonly same: number } | null
}

export interface PageEvent {
  /** From 1; gaps where events are not shown. */
  readonly n: number
  /** In `threads`. */
  readonly thread: number
  readonly operation: string
  readonly location: string | null
  readonly value: string | null
  readonly at: string | null
  readonly preemption: boolean
  readonly calls: readonly string[]
  readonly changed: Readonly<Record<string, string>>
}

/** A stretch of one thread, in words. */
export interface StoryPart {
  readonly thread: number
  /** Positions in `events`, both included. */
  readonly from: number
  readonly to: number
  readonly text: string
  /** What the thread relies on and others have changed meanwhile. */
  readonly stale: readonly string[]
  readonly interrupted: boolean
}

/** Lines of a file, from a number on. */
export interface SourcePart {
  readonly from: number
  readonly lines: readonly string[]
}
