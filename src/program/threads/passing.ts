import { programError } from '../../base/errors.ts'
import { refuse } from '../operations/operation.ts'
import { running } from '../context/execution-context.ts'

/** A copy for another thread, as a message between workers is one. `what` names the value to people. */
export function copyFor(value: unknown, what: string): unknown {
  try {
    return structuredClone(value)
  } catch (error) {
    if (running.refusal === null || running.refusal !== error) throw error
    running.refusal = null // it speaks of a call that the program has not written
    throw refuse(
      `${what} holds shared memory or a primitive, which cannot be handed over: each thread has them as its own first argument; pass an index or a name that tells which`,
    )
  }
}

/** For results: what cannot be copied is found when the thread has long ended, so there is nobody to catch it. */
export function copyOfResult(value: unknown, thread: string): unknown {
  try {
    return copyFor(value, `the result of thread ${thread}`)
  } catch (error) {
    if (error instanceof Error && error.name === 'DataCloneError')
      throw programError(
        `the result of thread ${thread} cannot be handed to the thread that joins it: ${error.message}`,
      )
    throw error
  }
}
