import { HeddleError } from '../../base/errors.ts'
import { explainError } from '../../execution/description/explain-error.ts'
import type { RunFailureKind } from '../../results/run-result.ts'
import type { ThrownDescription } from './messages.ts'

/** Thrown in a thread by whoever drives it: a failure of the run, of a kind of its own. */
export abstract class RunFailed extends Error {
  abstract readonly kind: RunFailureKind
  /** Where, if that is known. */
  abstract readonly at: string | null
}

/** An exception in a form that can be sent: a failure of the program, or an error that says why it cannot be run. */
export function describeThrown(thrown: unknown): ThrownDescription {
  if (thrown instanceof HeddleError) {
    return { error: thrown.kind, message: thrown.message, at: thrown.at, stack: thrown.stack }
  }
  if (thrown instanceof RunFailed)
    return {
      error: null,
      kind: thrown.kind,
      message: thrown.message,
      stack: thrown.at === null ? undefined : `at ${thrown.at}`,
    }
  const { kind, message, stack } = explainError(thrown, [])
  return { error: null, kind, message, stack }
}

/** The error that a description from another JavaScript thread stands for. */
export function heddleErrorFrom(thrown: ThrownDescription & { error: string }): HeddleError {
  const error = new HeddleError(thrown.error, thrown.message, thrown.at)
  if (thrown.stack !== undefined) error.stack = thrown.stack
  return error
}
