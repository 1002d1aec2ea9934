import type { Self, ThreadEntry } from '../program.ts'

/** What `spawn` was given; a declared thread has none. */
export type Argument = { readonly value: unknown } | null

/**
 * Calls what a thread does, in exploration as on real workers: without a receiver, with as many arguments as it has.
 */
export function started(body: ThreadEntry['body'], shared: unknown, self: Self, argument: Argument): unknown {
  return argument === null ? body(shared, self) : body(shared, argument.value, self)
}
