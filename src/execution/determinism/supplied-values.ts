/**
 * Values that the program does not determine: random numbers and the time. A check supplies them. Each is a function of
 * (thread,
 * how often the thread has asked), so that the same schedule gives the same run; which means that one value is explored
 * of each,
 * and is noted with its place. Or they are explored: then each question is a choice among the values that were given.
 */
import { programFrame } from '../../program/program-frame.ts'

export type SupplyKind = 'random' | 'time'
export const supplyKinds: readonly SupplyKind[] = ['random', 'time']

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

let explored: Explored = {}
const fixed = new Map<string, FixedValue>()
let located = 0

/** A check or a replay begins. */
export function exploreValues(values: Explored): void {
  explored = values
  fixed.clear()
  located = 0
}

/** Undefined when the kind is not explored. */
export const valuesOf = (kind: SupplyKind): readonly number[] | undefined => explored[kind]
export const exploredValues = (): Explored => explored

export const fixedValues = (): FixedValue[] => [...fixed.values()]

let preparing = false

/** While `shared` runs, the program gets real values, of which there is one for the whole check. */
export function whilePreparing<T>(action: () => T): T {
  preparing = true
  try {
    return action()
  } finally {
    preparing = false
  }
}

export const isPreparing = (): boolean => preparing

export function noteFixed(source: string, at: string | null): void {
  const key = `${source} ${at}`
  if (!fixed.has(key)) fixed.set(key, { source, at })
}

/** So often it is worth it to look for the place on the stack. */
const MOST_LOCATED = 5000

/** Where only the stack can tell who asks. */
export function noteFixedHere(source: string): void {
  if (located++ < MOST_LOCATED) noteFixed(source, programFrame() ?? null)
}
