/**
 * Values that the program does not determine: random numbers and the time. A check supplies them. Each is a function of
 * (thread, how often the thread has asked), so that the same schedule gives the same run; which means that one value is
 * explored of each, and is noted with its place. Or they are explored: then each question is a choice among the values
 * that were given.
 */
import type { Slot } from '../../base/thread-numbers.ts'
import { MAX_THREADS } from '../../dependence/cells.ts'
import { programFrame } from '../program-frame.ts'

export type SupplyKind = 'random' | 'time'
export const supplyKinds: readonly SupplyKind[] = ['random', 'time']

/** The main thread, as a handle: while `shared` runs for it, and in its own code. */
export const MAIN = -1
export const OUTCOME = -2
export const AFTER = -3

/** What is chosen from, by kind; nothing for a kind that is not explored. */
export type Explored = Readonly<Partial<Record<SupplyKind, readonly number[]>>>

/** Where a value was asked for of which only one was explored. */
export interface FixedValue {
  readonly source: string
  readonly at: string | null
}

/** What a source makes its value of. */
export interface Supply {
  /** 32 random bits. */
  bits(): number
  /** From 0 to below 1. */
  fraction(): number
  /** Milliseconds since the thread began. */
  elapsed(): number
}

/** A function of the language or of Node whose value is supplied. */
export interface Source {
  readonly name: string
  readonly kind: SupplyKind
  value(args: readonly unknown[], supply: Supply, receiver?: unknown): unknown
  /**
   * Whether it asks for nothing with these arguments, or gives its value later, to a callback, which no thread waits
   * for.
   */
  isExempt?(args: readonly unknown[]): boolean
}

/** The smallest, one in the middle, and the largest; no time, and a second. */
export const usualValues: Readonly<Record<SupplyKind, readonly number[]>> = {
  random: [0, 0.5, 1 - 2 ** -53],
  time: [0, 1000],
}

/** So often it is worth it to look for the place on the stack. */
const MOST_LOCATED = 5000

/** Asked for when modules were loaded, for all checks of this realm. */
const atLoading = new Map<string, FixedValue>()

export const noteFixedAtLoading = (source: string, at: string): void => {
  atLoading.set(`${source} ${at}`, { source, at })
}

/** What a check supplies. */
export class SuppliedValues {
  /** What is chosen from, by kind. */
  readonly explored: Explored
  /**
   * While `shared`, `outcome` or `after` runs: for whom, by handle, and how often it has asked. Its values are the same
   * in each call for that thread, however often it is called, and apart from those of the thread's own code.
   */
  outside: { readonly handle: number; calls: number } | null = null
  /**
   * Whether each call of `shared` gets the same values, whichever thread it is for: under a set it does, since workers
   * call it before they know which threads they will run.
   */
  sharedAlike = false
  /** True while modules of a thread are evaluated: values are those of the thread, and one of each. */
  evaluating = false
  private readonly noted = new Map<string, FixedValue>()
  private located = 0
  /** By slot: how often the thread has asked, and how much time has passed in it, where that is explored. */
  private readonly calls = new Int32Array(MAX_THREADS)
  private readonly passed = new Float64Array(MAX_THREADS)
  private asked = false
  private everAsked = false

  constructor(explored: Explored = {}) {
    this.explored = explored
  }

  /** Every execution starts anew. */
  reset(): void {
    if (!this.asked) return
    this.calls.fill(0)
    this.passed.fill(0)
    this.asked = false
  }

  /** The thread in this slot starts anew. */
  restart(slot: Slot): void {
    this.calls[slot] = 0
    this.passed[slot] = 0
  }

  /** Calls code of the program that is no thread's own. `asked`: how often it has asked for a value. */
  giveOutside<T>(handle: number, call: () => T): { readonly value: T; readonly asked: number } {
    const before = this.outside
    const now = (this.outside = { handle, calls: 0 })
    try {
      return { value: call(), asked: now.calls }
    } finally {
      this.outside = before
    }
  }

  /** How often the thread has asked before. */
  nextCall(slot: Slot): number {
    this.asked = this.everAsked = true
    return this.calls[slot]!++
  }

  /** How much time has passed in the thread, now that so much more has. */
  passTime(slot: Slot, ms: number): number {
    this.asked = this.everAsked = true
    return (this.passed[slot]! += ms)
  }

  /** Whether a thread was given a value that others are not given. */
  get tellsThreadsApart(): boolean {
    return this.everAsked || this.noted.size > 0
  }

  /** Of which values only one was explored, and where. */
  get fixed(): FixedValue[] {
    return [...new Map([...atLoading, ...this.noted]).values()]
  }

  noteFixed(source: string, at: string | null): void {
    const key = `${source} ${at}`
    if (!this.noted.has(key)) this.noted.set(key, { source, at })
  }

  /** Where only the stack can tell who asks. */
  noteFixedHere(source: string): void {
    if (this.located++ < MOST_LOCATED) this.noteFixed(source, programFrame() ?? null)
  }
}
