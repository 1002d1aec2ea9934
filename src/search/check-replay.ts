import type { Slot } from '../base/thread-numbers.ts'
import { nondeterminism } from '../base/errors.ts'
import { operationText, locate } from '../execution/description/describe.ts'
import type { Execution } from '../execution/execution.ts'
import type { EventLog } from '../trace/event-log.ts'

/**
 * What is replayed must be what was executed before: the thread in this slot is about to do again what event `depth`
 * did.
 */
export function checkReplayed(execution: Execution, log: EventLog, depth: number, slot: Slot): void {
  const op = execution.threads[slot]!.operation
  if (
    execution.isEnabled(slot) &&
    op.spec === log.specs[depth] &&
    op.accesses.cell === log.accesses[depth]!.cell &&
    op.accesses.cell2 === log.accesses[depth]!.cell2
  )
    return
  throw diverged(execution, depth, slot, `did \`${log.specs[depth]!.name}\``)
}

/** A thread that could run at that event in an earlier execution can do so again. */
export function checkEnabled(execution: Execution, depth: number, slot: Slot): void {
  if (execution.threads[slot] === undefined || !execution.isEnabled(slot))
    throw diverged(execution, depth, slot, 'could run')
}

function diverged(execution: Execution, depth: number, slot: Slot, before: string): Error {
  const thread = execution.threads[slot]
  const name = thread?.name ?? slot
  const now =
    thread !== undefined && execution.isEnabled(slot) ? `is about to ${operationText(thread.operation)}` : 'cannot run'
  return nondeterminism(
    `the program is not deterministic: at event ${depth + 1} thread ${name} ${before} in an earlier execution ` +
      `with the same schedule, and now ${now}. State outside \`mem\` (a module variable, a file, a clock) must have changed between executions`,
    (thread === undefined ? null : locate(thread.operation.site, thread.operation.origin)) ?? undefined,
  )
}
