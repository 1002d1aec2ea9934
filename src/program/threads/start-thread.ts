import type { InputValues } from '../inputs/input-values.ts'
import type { Program, Self, ThreadEntry } from '../program.ts'

/** What `spawn` was given; a declared thread has none. */
export type Argument = { readonly value: unknown } | null

/**
 * Calls what a thread does, in exploration as on real workers: without a receiver, with as many arguments as it has.
 * `body` is the form of it that is to run.
 */
export function started(
  { input }: ThreadEntry,
  body: ThreadEntry['body'],
  shared: unknown,
  self: Self,
  argument: Argument,
): unknown {
  if (input === undefined) return argument === null ? body(shared, self) : body(shared, argument.value, self)
  return argument === null ? body(shared, self, input) : body(shared, argument.value, self, input)
}

/** What `shared`, `after` and `outcome` are given last. */
export const lastArgument = ({ input }: Program): [] | [InputValues] => (input === null ? [] : [input])
