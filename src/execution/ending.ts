import { types } from 'node:util'
import { HeddleError, programError } from '../base/errors.ts'
import { outsideThreads } from '../program/context/execution-context.ts'
import { AFTER, OUTCOME } from '../program/context/supplied-values.ts'
import { lastArgument } from '../program/threads/start-thread.ts'
import { looking } from '../symbolic/looking.ts'
import { pathOfInputs } from '../symbolic/symbolic-inputs.ts'
import { outcomeOfInputs } from '../symbolic/symbolic-outcome.ts'
import type { Execution, Failure } from './execution.ts'

/** How a complete execution ended. */
export type Ending =
  | { readonly kind: 'completed'; readonly value: unknown; readonly formula: string | null }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly where: 'thread' }
  /** The threads have ended; `outcome` or `after` threw. The value is there if `outcome` did not. */
  | {
      readonly kind: 'failed'
      readonly error: unknown
      readonly where: 'outcome' | 'after'
      readonly value: unknown
      /** How the value is computed from symbolic inputs; null where it does not depend on them. */
      readonly formula: string | null
    }
  | { readonly kind: 'deadlock' }

/**
 * Looks at an execution in which no thread can go on: `outcome` first, so that failing values are known, then `after`.
 */
export function endingOf(execution: Execution): Ending {
  execution.moduleState.refuseChanges(execution.failure !== null || execution.isDeadlocked)
  if (execution.failure !== null) return { kind: 'failed', failure: execution.failure, where: 'thread' }
  if (execution.isDeadlocked) return { kind: 'deadlock' }
  const { outcome, after } = execution.program
  const inputs = lastArgument(execution.program)
  const shared = execution.sharedForMain()
  const results = execution.results()
  const { shadows } = execution.context
  let found = results
  if (outcome !== undefined) {
    try {
      found = synchronous(
        'outcome',
        given(execution, OUTCOME, () => looking(shadows, outcome, () => outcome(shared, results, ...inputs))),
      )
    } catch (error) {
      return unlessOurs(error) ?? { kind: 'failed', error, where: 'outcome', value: undefined, formula: null }
    }
  }
  const { input, inputs: domains } = execution.program
  const shown = outcomeOfInputs(found, input === null ? null : pathOfInputs(input), domains ?? {})
  if (after !== undefined) {
    try {
      synchronous(
        'after',
        given(execution, AFTER, () => looking(shadows, after, () => after(shared, results, ...inputs))),
      )
    } catch (error) {
      return unlessOurs(error) ?? { kind: 'failed', error, where: 'after', ...shown }
    }
  }
  return { kind: 'completed', ...shown }
}

/** The same random numbers and times after each execution: what it comes to is decided by its schedule alone. */
const given = (execution: Execution, handle: number, call: () => unknown): unknown =>
  outsideThreads(execution.context, handle, call).value

function synchronous(what: string, value: unknown): unknown {
  if (what === 'after' && types.isGeneratorObject(value))
    throw programError('`after` must not be a generator function: nobody runs it, so its checks would be lost')
  if (value instanceof Promise) {
    value.catch(() => {
      /* what it rejects with does not matter any more */
    })
    throw programError(`\`${what}\` must not be async: it returned a promise, so its checks would be lost`)
  }
  return value
}

function unlessOurs(error: unknown): null {
  if (error instanceof HeddleError) throw error
  return null
}
