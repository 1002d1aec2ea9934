import type { Ending } from '../execution/ending.ts'
import type { Execution } from '../execution/execution.ts'
import { ThreadStatus } from '../execution/controlled-thread.ts'
import { isSpinning } from '../program/loops/spin-wait.ts'

/** What the table of outcomes groups an execution by. The execution must still be in its final state. */
export function outcomeOf(execution: Execution, ending: Ending): unknown {
  if (ending.kind === 'completed') return ending.value
  if (ending.kind === 'deadlock') return execution.threads.some(spins) ? 'livelock' : 'deadlock'
  return ending.where === 'after' ? ending.value : 'exception'
}

/** How it is computed from symbolic inputs, if it is. */
export const formulaOf = (ending: Ending): string | null => ('formula' in ending ? ending.formula : null)

const spins = ({ status, operation }: Execution['threads'][number]): boolean =>
  status === ThreadStatus.pending && isSpinning(operation)
