/** What a check results in: plain data, the object that `--json` prints. */
import type { InputValues } from '../program/inputs/input-values.ts'
import type { DepthBound } from '../search/orders/order.ts'
import type { GrowthPoint } from './growth-point.ts'

export type BugKind = 'assertion' | 'exception' | 'deadlock' | 'livelock' | 'misuse' | 'race'

export interface Bug {
  readonly kind: BugKind
  readonly message: string
  /** Replays it. */
  readonly schedule: string
  /** The input that shows it, of a program that has inputs. */
  readonly input?: InputValues
  readonly preemptions: number
  /** The thread in which it showed, where one can be named. */
  readonly thread: string | null
  /** `file:line:col`, relative to the working directory. */
  readonly at: string | null
  /** The thread's own stack, mapped to the source. */
  readonly stack?: string
  /** For a deadlock: who waits for what, held by whom. */
  readonly waiting?: readonly Waiting[]
  /** What its schedule was made of; not for a race, a livelock, and where nobody asked for it. */
  readonly minimised?: Minimised
  /** The order of two accesses that makes the difference, where there is one. */
  readonly difference?: Difference
  /** How much was done until it was seen first; a replay does not know. */
  readonly foundAfter?: Effort
  /** The pass that saw it first, of several. */
  readonly foundBy?: PassDescription
  /** Its execution, of the first few bugs: all events, or the first, the last and those where threads meet. */
  readonly events?: readonly EventRow[]
  /** What the locations that these came to held in the beginning. */
  readonly memory?: Readonly<Record<string, string>>
}

export interface Minimised {
  /** As the bug was found. */
  readonly found: { readonly schedule: string; readonly preemptions: number; readonly events: number }
  readonly events: number
  /**
   * So many preemptions are needed: all executions with fewer have been explored. Where that is how many there are,
   * they are the fewest; otherwise fewer may do.
   */
  readonly atLeast: number
}

/** Two dependent accesses, in the order in which they lead to the bug; exchanged, the execution passes. */
export interface Difference {
  readonly accesses: readonly [DifferingAccess, DifferingAccess]
  /** The execution that passes: the closest one, with the fewest other accesses in another order. */
  readonly schedule: string
  readonly preemptions: number
  /** Of the first few bugs. */
  readonly events?: readonly EventRow[]
  /** What the locations that these came to held in the beginning. */
  readonly memory?: Readonly<Record<string, string>>
}

export interface DifferingAccess {
  /** The number of its event, from 1; null for what a thread was about to do in the end, or waits for. */
  readonly event: number | null
  readonly thread: string
  readonly operation: string
  readonly at: string | null
}

/** What a search has spent: complete executions, transitions with those of replayed prefixes, and time. */
export interface Effort {
  readonly executions: number
  readonly transitions: number
  readonly seconds: number
}

export interface Waiting {
  readonly thread: string
  readonly operation: string
  readonly heldBy: readonly string[]
  /** Those of them that have ended. */
  readonly ended: readonly string[]
  readonly at: string | null
  /** The calls that it is in, innermost first. */
  readonly calls?: readonly string[]
  /** The locks that it holds meanwhile. */
  readonly holds?: readonly HeldMeanwhile[]
}

/** A lock of a thread that waits for another: how it was taken, where, and called from where, innermost first. */
export interface HeldMeanwhile {
  readonly lock: string
  readonly operation: string
  readonly at: string | null
  readonly calls: readonly string[]
}

/** Two accesses that nothing orders, at least one of them plain and one of them a write. */
export interface RaceRow {
  readonly location: string
  readonly accesses: readonly [RaceAccess, RaceAccess]
  readonly message: string
  /** An execution that shows it, and its input, of a program that has inputs. */
  readonly schedule: string
  readonly input?: InputValues
  readonly foundAfter?: Effort
}

/** A random number or a time of which one value was explored. */
export interface FixedRow {
  readonly source: string
  readonly at: string | null
}

/** A thread that ended while it held a lock, which nobody can take any more. */
export interface HeldRow {
  readonly thread: string
  readonly lock: string
  /** How the lock was taken, and where. */
  readonly operation: string
  readonly at: string | null
  readonly message: string
  /** An execution that shows it, and its input, of a program that has inputs. */
  readonly schedule: string
  readonly input?: InputValues
}

export interface RaceAccess {
  readonly thread: string
  readonly operation: string
  readonly at: string | null
}

export interface OutcomeRow {
  readonly value: unknown
  readonly executions: number
  readonly schedule: string
  /** The input of that schedule, of a program that has inputs. */
  readonly input?: InputValues
  /** How the value is computed from symbolic inputs: it is the one of that input. */
  readonly formula?: string
}

export interface SearchDescription {
  readonly reduction: string
  readonly order: string
  /** By what order `best-first` goes, most important first. */
  readonly priority?: readonly string[]
  /** Bounds that grew from pass to pass; none for one search. */
  readonly iterate: readonly string[]
  readonly bounds: Readonly<Record<string, number>>
  readonly optimisations: readonly string[]
  /** What counts as independent besides: traces are fewer then. */
  readonly commute: readonly string[]
}

/** The counts of one pass of the search. */
export interface PassCounts {
  /** Complete executions run. */
  readonly executions: number
  /**
   * Sequences that led nowhere new, through known local states of all threads: no code of the program was run for them.
   */
  readonly repeated: number
  /** Executions abandoned as redundant. */
  readonly blocked: number
  /** Executions ended by the depth limit or a budget. */
  readonly cut: number
  /** Executions ended by a bound that let no thread go on. */
  readonly truncated: number
  /** Successors not taken because of a bound. */
  readonly excluded: number
  readonly transitions: number
  /** Local states that were visited, as often as they were, without those of replayed prefixes. */
  readonly visited: number
  /** Distinct ones; null when not counted. */
  readonly traces: number | null
  readonly localStates: number | null
  /** Where equal states are explored once: such states, and executions that came to one again. Null elsewhere. */
  readonly states: number | null
  readonly merged: number | null
}

/** What a pass of a search is, by which it is told from others. */
export interface PassDescription {
  readonly bounds: Readonly<Record<string, number>>
  /** Threads were interleaved at synchronisation operations and Atomics only. */
  readonly switch?: 'sync'
  readonly reduction: string
  /** Set where executions were drawn at random. */
  readonly order?: string
}

export interface Pass extends PassCounts, PassDescription {
  /** How long it was at work: passes take turns. */
  readonly seconds: number
  /** How it came to that; not where the passes of several inputs are one. */
  readonly growth?: { readonly points: readonly GrowthPoint[]; readonly complete: boolean }
}

/**
 * What ended a search before it was complete: the first bug, a limit, Ctrl-C, a loop that goes on for ever while others
 * could run, or that every execution was cut.
 */
export type Stop = 'bug' | 'budget' | 'max-executions' | 'interrupted' | 'loop' | 'cut'

export interface Estimate {
  readonly low: number
  readonly high: number
  /** Whether these are the executions of one pass, after which others may come. */
  readonly pass: boolean
  /** How long the rest may take, going on as so far. */
  readonly seconds: { readonly low: number; readonly high: number }
}

/** What executions that were drawn at random say, which cover nothing. */
export interface SamplingResult {
  readonly seed: number
  /** Complete ones. */
  readonly executions: number
  /** Null where traces are not counted. */
  readonly traces: {
    readonly distinct: number
    readonly seenOnce: number
    readonly seenTwice: number
    /** How many there are at least, as estimated from these (Chao1); null before any was seen. */
    readonly estimated: number | null
    /**
     * The probability that the next execution is of a trace that was not seen (Good-Turing), and what it is at most,
     * with that confidence; null where executions are not all drawn alike, since an order learns from them.
     */
    readonly unseen: { readonly probability: number; readonly atMost: number | null; readonly confidence: number }
  } | null
  /** What PCT promises of bugs of its depth; null for other orders and where its bound does not hold. */
  readonly depthBound: DepthBound | null
}

/** How large a tree of executions is. */
export interface TreeCounts {
  /** Executions in the tree: those that are left to run, and those that they are differences from. */
  readonly nodes: number
  /** Those that are left to run. */
  readonly fringe: number
  /** What a tree would hold that has a node for each state on the way to one that is left. */
  readonly states: number
}

/** The tree of executions that a best-first search has in the end, and when it had most nodes. */
export interface TreeResult extends TreeCounts {
  readonly largest: TreeCounts
  /** The most executions that were in a file of the temporary folder, and not in memory. */
  readonly onDisk: number
}

/** For which inputs a program was checked. */
export interface InputsResult {
  /** `all`: one after the other. `symbolic`: those that behave alike at once. */
  readonly mode: 'all' | 'symbolic'
  /** Which there are, in words: `n in 0..100`. */
  readonly of: string
  readonly total: number
  /** Those that were searched as far as asked, without a bug; of symbolic inputs, how many regions. */
  readonly verified: number
  /** Those that show a bug. */
  readonly failing: number
  /** What can be relied on, but for what all of it rests on, and for how many inputs each, of which the first is named. */
  readonly guarantees: readonly { readonly guarantee: string; readonly inputs: number; readonly first: InputValues }[]
  /**
   * Inputs that behave alike, and one of each; null where all were checked one by one. Regions of which all that is in
   * a result is the same are one here where its conditions are no longer for it; `explored` says how many they were.
   */
  readonly regions:
    | readonly {
        /** All of them hold for the inputs of the region. */
        readonly conditions: readonly string[]
        readonly input: InputValues
        readonly outcome: 'verified' | 'bug' | 'incomplete'
        readonly explored: number
      }[]
    | null
  /**
   * Where values computed from symbolic inputs became plain ones, as indices or arguments of other code: inputs are told
   * apart by them. Those at which that happened most come first; null where all inputs were checked one by one.
   */
  readonly pinnedAt: readonly string[] | null
  readonly solver: {
    readonly queries: number
    readonly seconds: number
    /** Whether no input is left outside the regions; null when the solver could not tell. */
    readonly coversAll: boolean | null
    /** It was needed, and is not installed. */
    readonly missing: boolean
  } | null
}

export interface CheckResult extends PassCounts {
  readonly schema: 1
  readonly program: string
  readonly outcome: 'verified' | 'bug' | 'incomplete'
  readonly search: SearchDescription
  /** One sentence that a person can rely on. */
  readonly guarantee: string
  /** Null for a program without inputs. */
  readonly inputs: InputsResult | null
  /** Where the order draws executions at random; null for a search. */
  readonly sampling: SamplingResult | null
  /** Of order `best-first`; null for others. */
  readonly tree: TreeResult | null
  /** Null when all was searched that was to be. */
  readonly stopped: Stop | null
  /** What can be done about executions that the depth limit has cut; null when there is nothing to say. */
  readonly advice: string | null
  /** Nothing was excluded by a bound and nothing cut. */
  readonly exhaustive: boolean
  /**
   * How many executions a search that a limit ended may have in all, or in its last pass; null when that is not known.
   */
  readonly estimate: Estimate | null
  readonly passes: readonly Pass[]
  readonly outcomes: readonly OutcomeRow[]
  readonly bugs: readonly Bug[]
  readonly races: readonly RaceRow[]
  readonly held: readonly HeldRow[]
  /** Random numbers and times: where only one value was explored, and what was chosen from where they were. */
  readonly values: {
    readonly fixed: readonly FixedRow[]
    readonly explored: Readonly<Record<string, readonly number[]>>
  }
  /** How many there are of each that are not listed, since there are more than `maxRows`. */
  readonly omitted: { readonly outcomes: number; readonly bugs: number; readonly races: number; readonly held: number }
  /** `skipped`: what cannot be suspended, of functions only those that threads have entered. */
  readonly instrumented: { readonly sites: number; readonly skipped: readonly string[] }
  readonly seconds: number
  readonly peakRssBytes: number
}

/** One executed operation, as replay prints it. */
export interface EventRow {
  readonly index: number
  readonly thread: string
  readonly operation: string
  /** By name, e.g. `balance[0]`; null for operations without one. */
  readonly location: string | null
  /** The same as the program would write it (`map.locks[0]`), where that is something else than `location`. */
  readonly place?: string
  readonly value: string | null
  readonly at: string | null
  /** The previous thread could have gone on. */
  readonly preemption: boolean
  /** The calls that it is in, innermost first. */
  readonly calls?: readonly string[]
  /** What locations hold since the event before it in the list; where details are kept. */
  readonly changed?: Readonly<Record<string, string>>
}

export interface ReplayResult {
  readonly schema: 1
  readonly program: string
  readonly schedule: string
  /** Null for a program without inputs. */
  readonly input: InputValues | null
  /** All of them, unless fewer were asked for: then their numbers have gaps. */
  readonly events: readonly EventRow[]
  /** What the locations that these came to held in the beginning; where details are kept. */
  readonly memory?: Readonly<Record<string, string>>
  readonly preemptions: number
  readonly outcome: 'bug' | 'completed'
  readonly value: unknown
  readonly bug: Bug | null
  readonly held: readonly HeldRow[]
  /** For example: the source has changed since the schedule was made. */
  readonly notes: readonly string[]
}

/** How many events of an execution a report shows; replays for reports keep no more. */
export const SHOWN_EVENTS = 80
