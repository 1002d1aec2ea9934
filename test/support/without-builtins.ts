import type { Execution } from '../../src/execution/execution.ts'

/** Of a program of the notation, which cannot get at builtins. */
export function withoutBuiltins(execution: Execution): Execution {
  execution.moduleState.ignoreBuiltins()
  return execution
}
