import type { Execution } from '../../src/execution/execution.ts'

/**
 * Programs of the notation cannot get at builtins, and to compare these before and after takes longer than to run them:
 * here there are none.
 */
export function withoutBuiltins(execution: Execution): Execution {
  ;(execution.moduleState as unknown as { builtins: readonly unknown[] }).builtins = []
  return execution
}
