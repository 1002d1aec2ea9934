import { HeddleError, programError } from '../base/errors.ts'
import { isForeignFrame } from '../base/own-code.ts'
import type { TransferredError } from './protocol.ts'

/** Whatever was thrown, as a message can carry it. What is not one of our errors is a bug of ours. */
export function transferError(error: unknown): TransferredError {
  if (error instanceof HeddleError)
    return {
      kind: error.kind,
      message: error.message,
      // What `program()` and `mem` refuse was written where they were called.
      at: error.at ?? (error.kind === 'program' ? firstUserFrame(error.stack) : undefined),
      stack: error.stack,
      demands: error.demands,
      programs: error.programs,
    }
  const { message, stack } = describeThrown(error)
  return {
    kind: 'internal',
    message: `[heddle internal bug] ${message}`,
    at: undefined,
    stack,
    demands: undefined,
    programs: undefined,
  }
}

export function receiveError({ kind, message, at, stack, demands, programs }: TransferredError): HeddleError {
  const error = new HeddleError(kind, message, at)
  if (stack !== undefined) error.stack = stack
  error.demands = demands
  error.programs = programs
  return error
}

/** `Error.prepareStackTrace` of the program may make anything of it. */
const textOrNone = (stack: unknown): string | undefined => (typeof stack === 'string' ? stack : undefined)

/** Programs may throw anything, also values whose properties throw in turn. */
export function describeThrown(thrown: unknown): { message: string; stack: string | undefined } {
  try {
    if (thrown instanceof Error)
      return { message: `${thrown.name}: ${thrown.message}`, stack: textOrNone(thrown.stack) }
    return {
      message: `a value that is not an Error: ${typeof thrown === 'string' ? `'${thrown}'` : String(thrown)}`,
      stack: undefined,
    }
  } catch {
    return { message: 'a value that cannot be shown', stack: undefined }
  }
}

/**
 * An error of the program outside of its threads' executions, with the place where it was made, as far as its stack
 * says.
 */
export function strayError(what: string, thrown: unknown): HeddleError {
  if (thrown instanceof HeddleError) return thrown
  const { message, stack } = describeThrown(thrown)
  return programError(`${what}: ${message}`, firstUserFrame(stack))
}

/** The first frame outside of Node and of Heddle, as `file:line:col`. */
export function firstUserFrame(stack: string | undefined): string | undefined {
  for (const line of stack?.split('\n') ?? []) {
    const at = /(?:\(|at (?:async )?)((?:file:\/\/|\/|[A-Za-z]:[\\/]).*?:\d+:\d+)\)?$/.exec(line)?.[1]
    if (at !== undefined && !isForeignFrame(at)) return at
  }
  return undefined
}
