import type { Program } from '../program/program.ts'
import { copyOfResult } from '../program/threads/passing.ts'
import { holding } from '../symbolic/holders.ts'
import { SymbolicValue } from '../symbolic/symbolic-value.ts'
import type { ControlledThread } from './controlled-thread.ts'

/** The results of the declared threads, in the shape of `threads`. */
export function resultsOf({ threads, threadsAreNamed, input }: Program, of: readonly ControlledThread[]): unknown {
  const results = threadsAreNamed
    ? Object.fromEntries(threads.map((entry, i) => [entry.name, of[i]!.result]))
    : threads.map((_, i) => of[i]!.result)
  return input === null ? results : holding(results)
}

/** For whoever joins the thread. */
export const handedOver = ({ result, name }: ControlledThread): unknown =>
  result instanceof SymbolicValue ? result : copyOfResult(result, name)

/** For whoever can, or cannot, take a symbolic value. */
export const joined = (result: unknown, isSymbolic: boolean): unknown =>
  result instanceof SymbolicValue && !isSymbolic ? result.pin() : result
