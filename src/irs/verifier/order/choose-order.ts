import { availableParallelism } from 'node:os'
import type { Execution } from '../../../execution/execution.ts'
import type { RankData } from '../../order-data.ts'
import type { SetReader } from '../../set/set-file.ts'
import { Gates } from './gates.ts'
import { SegmentTimes } from './segment-times.ts'
import { RankCollector } from './thread-ranks.ts'
import { ConflictCollector } from './spread-ranks.ts'
import { type Draw, type OnEvent, TimedMachine } from './timed-machine.ts'

/**
 * Makes a set of so many traces, in the given order (null: depth-first), to see what it would be like to run under it.
 */
export type Trial = (ranks: RankData | null, traces: number) => SetReader

const RUNS = 25
const LONGEST_RUN = 5000
const LIMIT_MS = 300
const SIZES = [1, 64]
/** So much better the estimate must be: otherwise there is no reason to leave the order that is easiest to read. */
const MARGIN = 0.98

/**
 * Chooses the order of verification under which constraints relax soonest. A depth-first search keeps what comes first
 * in its first
 * execution fixed for longest, so that execution should be one that happens by itself, as a machine with these cores
 * would run the
 * program, or one in which threads that conflict are far apart. Which of them pays is estimated: a few traces are
 * verified in each order, and runs under them are timed.
 *
 * Null for the plain depth-first order.
 */
export function chooseOrder(
  newExecution: () => Execution,
  trial: Trial,
  cores = availableParallelism(),
  times = new SegmentTimes(),
): RankData | null {
  const execution = newExecution()
  const until = Date.now() + LIMIT_MS
  const collector = new RankCollector()
  const conflicts = new ConflictCollector(execution)
  const note: OnEvent = (handle, k, time) => {
    collector.note(handle, k, time)
    conflicts.note(handle)
  }
  for (let run = 0, ended = 0; run < RUNS && Date.now() < until; run++) {
    const end = new TimedMachine(execution, times, cores, drawFrom(run)).run(
      null,
      LONGEST_RUN,
      ended > 0 ? note : undefined,
    )
    if (end !== null) ended++
  }
  const ranks = collector.data()
  if (ranks.length === 0) return null
  const timed = (order: RankData | null): number =>
    SIZES.reduce((sum, size) => sum + meanTime(newExecution(), trial(order, size), times, cores), 0)
  const spread = conflicts.ranks(ranks)
  const candidates = [
    { order: null, time: MARGIN * timed(null) },
    { order: ranks, time: timed(ranks) },
    ...(spread === null ? [] : [{ order: spread, time: timed(spread) }]),
  ]
  return candidates.reduce((best, one) => (one.time < best.time ? one : best)).order
}

/**
 * In µs, how long runs under the set (null: without gates) take on the average; Infinity when there is nothing to run
 * under.
 */
export function meanTime(execution: Execution, reader: SetReader | null, times: SegmentTimes, cores: number): number {
  if (reader?.set.traces === 0) return Infinity
  for (const [id, bytes] of reader?.notes.cellBytes ?? []) execution.layout.allocations[id]!.noteView(bytes)
  const gates = reader === null ? null : new Gates(execution, reader.set)
  let sum = 0
  let runs = 0
  for (const until = Date.now() + LIMIT_MS; runs < RUNS && (runs === 0 || Date.now() < until); runs++) {
    sum += new TimedMachine(execution, times, cores, drawFrom(1000 + runs)).run(gates, LONGEST_RUN) ?? Infinity
  }
  return sum / runs
}

/** The same numbers every time: an order must not depend on luck. */
function drawFrom(seed: number): Draw {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let h = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
    return ((h ^ (h >>> 15)) >>> 0) / 0x1_0000_0000
  }
}
