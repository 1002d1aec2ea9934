import type { Execution } from '../../execution/execution.ts'
import type { EventLog } from '../../trace/event-log.ts'
import { firstIn, sizeOf } from '../../base/thread-sets.ts'
import type { RandomSource } from './random-source.ts'

/** What an order sees of the execution that it schedules. */
export interface SampledRun {
  readonly execution: Execution
  readonly log: EventLog
  readonly random: RandomSource
  /** How many threads there can be. */
  readonly threads: number
}

/** What PCT promises of bugs of its depth [Burckhardt et al., ASPLOS 2010, Thm. 8]. */
export interface DepthBound {
  readonly depth: number
  /** The most threads and events of an execution, as far as was seen: the bound is that for programs with no more. */
  readonly threads: number
  readonly events: number
  /** Executions since these were known: the others had change points among fewer events. */
  readonly executions: number
  /** Each of them finds a bug of the depth with at least this probability. */
  readonly found: number
  /** And all of them miss it with at most this one. */
  readonly missed: number
}

/**
 * Which enabled thread goes next, in executions each of which is drawn at random: one file, and one entry in `orders`.
 */
export interface Order {
  /** Whether executions say how those after them are drawn. */
  readonly learns: boolean
  /** An execution is about to begin. */
  begin(): void
  /** One of the enabled threads, of which there is at least one: a set of threads, in words. */
  pick(enabled: Int32Array): number
  /** Event `depth` has been executed. */
  executed(depth: number): void
  /** The execution has so many events, and nothing comes after them; `cut` by the depth limit or not. */
  ended(events: number, cut: boolean): void
  /** What it promises about bugs of a depth; null for nothing. */
  depthBound(): DepthBound | null
}

/** Any thread of the set, with equal probability. */
export function anyOf(set: Int32Array, random: RandomSource): number {
  let size = 0
  for (let word = 0; word < set.length; word++) size += sizeOf(set[word]!)
  return member(set, size === 1 ? 0 : random.below(size))
}

function member(set: Int32Array, nth: number): number {
  let left = nth
  for (let word = 0; ; word++)
    for (let rest = set[word]!; rest !== 0; rest &= rest - 1) if (left-- === 0) return firstIn(rest, word)
}

/** The thread of the set with the highest priority, by slot. */
export function highest(set: Int32Array, priority: Float64Array): number {
  let best = -1
  for (let word = 0; word < set.length; word++) {
    for (let rest = set[word]!; rest !== 0; rest &= rest - 1) {
      const thread = firstIn(rest, word)
      if (best < 0 || priority[thread]! > priority[best]!) best = thread
    }
  }
  return best
}

/** Draws a priority for those of the set that have none (NaN): a base and a fraction of 1. */
export function drawMissing(set: Int32Array, priority: Float64Array, base: number, random: RandomSource): void {
  for (let word = 0; word < set.length; word++) {
    for (let rest = set[word]!; rest !== 0; rest &= rest - 1) {
      const thread = firstIn(rest, word)
      if (Number.isNaN(priority[thread]!)) priority[thread] = base + random.unit()
    }
  }
}
