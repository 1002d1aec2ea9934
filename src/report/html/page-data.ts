/** What a page shows: plain data, made from results, which the page's own code (`web/report`) draws. */
import type { GrowthPoint } from '../../results/growth-point.ts'
import type { ComparedRow } from './compare.ts'

export interface PageData {
  readonly version: string
  readonly programs: readonly PageProgram[]
  readonly sets: readonly PageSet[]
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
  /** Of symbolic inputs that behave alike, those with a bug first. */
  readonly regions: readonly PageRegion[]
  readonly moreRegions: number
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
  /** How many, in words, and whether fewer suffice. */
  readonly preemptions: string
  /** Of a program that has inputs, the one that shows it. */
  readonly input: string | null
  readonly replay: string | null
  readonly waiting: readonly {
    readonly thread: string
    readonly text: string
    readonly at: string | null
    /** Called from where, and what it holds, in words. */
    readonly context: readonly string[]
  }[]
  /** Its number in `executions`; null when it could not be replayed. */
  readonly execution: number | null
}

export interface PageOutcome {
  readonly value: string
  readonly executions: number
  readonly execution: number | null
}

export interface PageRegion {
  readonly outcome: string
  /** One of them, in words. */
  readonly input: string
  readonly conditions: string
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
  /** Empty where it is not known. */
  readonly growth: readonly GrowthPoint[]
  /** Whether nothing within its bounds was left. */
  readonly complete: boolean
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
  /** The two events whose order makes the difference; in an execution that passes, they come the other way round. */
  readonly deciding: DecidingPair | null
  /** A passing execution to compare with: the closest one. Null for one that passes. */
  readonly closest: Closest | null
}

/** Positions in `events`, in the order of the execution that fails. */
export interface DecidingPair {
  readonly first: number | null
  /** Null for what a thread was about to do in the end, or waits for. */
  readonly second: number | null
  /** What they do, in words. */
  readonly texts: readonly [first: string, second: string]
}

export interface Closest {
  readonly execution: number
  /** Both, event by event. */
  readonly rows: readonly ComparedRow[]
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

/** What a set of admissible traces allows. */
export interface PageSet {
  readonly name: string
  readonly file: string
  readonly input: string | null
  readonly whole: boolean
  /** How far the search has got, in words. */
  readonly extent: string
  readonly counts: readonly string[]
  /** Dependent pairs of events that happen in one order only, and in both. */
  readonly orderedPairs: number
  readonly freePairs: number
  /** The former by their places, most pairs first. */
  readonly orders: readonly PageOrder[]
  readonly moreOrders: number
  readonly finished: readonly PageNote[]
  readonly moreFinished: number
  readonly bugs: readonly PageNote[]
  readonly erroneous: number
  readonly cost: PageCost | null
  readonly sources: Readonly<Record<string, readonly SourcePart[]>>
}

/** How long a run takes, in microseconds, and what that means, in words. */
export interface PageCost {
  readonly headline: string
  readonly plain: number
  readonly admitted: number
  readonly notes: readonly string[]
}

export interface PageOrder {
  readonly first: PagePlaced
  readonly second: PagePlaced
  readonly pairs: number
}

export interface PagePlaced {
  readonly thread: string
  readonly operation: string
  readonly at: string | null
}
