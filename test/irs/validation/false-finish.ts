import { MAX_THREADS } from '../../../src/dependence/cells.ts'
import { endingOf } from '../../../src/execution/ending.ts'
import { Execution } from '../../../src/execution/execution.ts'
import { CausalPast, LANES_PER_CELL, LANES_PER_THREAD } from '../../../src/irs/causal-past.ts'
import type { AdmissibleSet } from '../../../src/irs/set/admissible-set.ts'
import type { SetReader } from '../../../src/irs/set/set-file.ts'
import type { Program } from '../../../src/program/program.ts'
import { Explorer } from '../../../src/search/explorer.ts'
import { noOptimisations } from '../../../src/search/optimisations.ts'
import type { EventLog } from '../../../src/trace/event-log.ts'

/** The events of an execution, as numbers of the set; -1 for those that it does not know. */
function eventsOf(log: EventLog, depth: number, handleOf: (slot: number) => number, set: AdmissibleSet): number[] {
  const past = new CausalPast(
    new Int32Array(LANES_PER_CELL * log.cells),
    new Int32Array(LANES_PER_THREAD * MAX_THREADS),
  )
  const events: number[] = []
  for (let i = 0; i < depth; i++) {
    const slot = log.thread[i]!
    const touch = log.accesses[i]!
    past.identify(slot, handleOf(slot), log.choice[i]!, touch)
    past.happen(slot, touch)
    if (log.spawned[i]! >= 0) past.spawned(log.spawned[i]!)
    events.push(set.events.find(past.lo, past.hi))
    if (touch.end >= 0) past.ended(slot, touch.end)
  }
  return events
}

/**
 * What the set calls finished wrongly: an execution with all events of a finished prefix that is none of the set's
 * traces. Null when there is none. Every trace of the program is looked at, as found by a search that has nothing but
 * backtrack points, up to `most` executions.
 */
export function falseFinish(
  program: Program,
  { set, notes }: SetReader,
  maxDepth: number,
  most: number,
): string | null {
  const execution = new Execution(program)
  for (const [id, bytes] of notes.cellBytes) execution.layout.allocations[id]!.cellBytes = bytes
  let found: string | null = null
  const look = (kind: string): boolean => {
    const events = eventsOf(explorer.log, explorer.depth, (slot) => execution.threads[slot]!.handle, set)
    const prefix = set.finished.find((finished) => finished.events.every((event) => events.includes(event)))
    if (prefix === undefined || (kind === 'completed' && !events.includes(-1) && set.has(events))) return false
    found = `an execution that is ${kind} and not one of the traces follows on a finished prefix of ${prefix.events.length} threads`
    return true
  }
  const explorer = new Explorer(
    execution,
    { reduction: 'dpor', bounds: {}, optimise: noOptimisations, maxDepth, count: false },
    () => look(endingOf(execution).kind),
  )
  explorer.onAbandoned = (_, why) => {
    if (why === 'cut') look('cut')
  }
  for (let i = 0; i < most && !explorer.finished && found === null; i++) explorer.explore()
  return found
}
