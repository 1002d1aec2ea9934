import type { OperationSpec } from '../../program/operation.ts'
import type { Footprint } from '../../trace/footprint.ts'
import type { BlockingOperation } from '../reversible.ts'

/** What a thread does next in some local state. */
export interface NextStep {
  readonly step: Footprint
  readonly spec: OperationSpec
  /** What is needed to tell whether it is enabled, if it can block. */
  readonly blocking: BlockingOperation | null
  readonly yields: boolean
}

/** A step that a prefix ends with, though the current execution did not take it, or not there. */
export interface Extra extends NextStep {
  /** By thread: how many of its events happen before this one or are it. */
  readonly past: Int32Array
  /** The name of the local state that it leads to. */
  readonly hash: number
}

/**
 * A prefix of a trace: a set of events that has the causal past of each of its members. Of every thread it has the first so
 * many events of the current execution, and then perhaps further steps.
 */
export interface Prefix {
  readonly counts: Int32Array
  readonly extras: readonly Extra[]
}

/** The extra that is the thread's event number `index` in the prefix. */
export function extraAt({ counts, extras }: Prefix, thread: number, index: number): Extra | undefined {
  let left = index - counts[thread]!
  for (const extra of extras) if (extra.step.thread === thread && left-- === 0) return extra
  return undefined
}
