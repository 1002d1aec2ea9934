import type { Slot } from '../base/thread-numbers.ts'
import type { Execution } from '../execution/execution.ts'
import { isSpawn } from '../program/operations/controls.ts'
import { EventFlag, type EventLog } from '../trace/event-log.ts'
import type { RaceWatch } from './race-watch.ts'

/** Executes the pending operation of a thread, and notes it as event number `depth`. */
export function runEvent(
  execution: Execution,
  log: EventLog,
  raceWatch: RaceWatch | null,
  depth: number,
  thread: Slot,
  choice: number,
): void {
  const op = execution.threads[thread]!.operation
  const spawns = isSpawn(op)
  log.record(depth, op, choice)
  const { operand } = op
  if (execution.syncOnly && raceWatch !== null) raceWatch.step(thread, choice)
  else execution.step(thread, choice)
  if (execution.hasThreadEnded(thread)) {
    log.end(depth)
    if (execution.program.tasks.size > 0) log.flags[depth]! |= EventFlag.changesEnabledness
  }
  log.received(depth, execution.lastValue, operand)
  if (spawns) log.spawned[depth] = execution.slotOf(execution.lastValue as number)
}
