/** What cannot be suspended or must not be done in a thread is refused when it is reached, with a way out. */
import type { HeddleError } from '../../../base/errors.ts'
import { SAME_THREAD_ID } from '../../../execution/determinism/outside-threads.ts'
import { refuse } from '../../../program/operations/operation.ts'
import { running } from '../../../program/context/execution-context.ts'
import { moduleDemand } from '../../../program/module-state.ts'
import { threadIdOf } from '../../../program/threads/thread-id.ts'
import { locationOf, siteAt } from '../../../program/sites.ts'

export { locationOf }

const wayOut =
  'do it in an ordinary function, method, constructor, async function or array callback instead, or in a getter or setter ' +
  'reached by its name (o.a, not o[k]); static initialisers, conversions, traps of proxies, callbacks of other builtins ' +
  'and evaluated code cannot be suspended'

/** Something on shared memory was reached in code that cannot be suspended. */
export function refuseAt(construct: string, site: number): HeddleError {
  return refuse(
    `${construct} was reached inside a thread from code that cannot be suspended: ${wayOut}`,
    locationOf(site),
  )
}

export function refuseBuiltin(construct: string, instead: string, at?: string): HeddleError {
  return refuse(`${construct} inside a thread cannot be suspended at each element: ${instead}`, at)
}

/** `x = …` where x is a binding of a module: each thread needs a module of its own. */
export function assigns<T>(value: T, name: string, site: number): T {
  if (running.explored) {
    const error = refuseAssignment(name, site)
    error.demands = [moduleDemand(siteAt(site)!.file)]
    throw error
  }
  return value
}

/** In sloppy code, where nobody has declared x. */
export function assignsUndeclared<T>(value: T, name: string, site: number): T {
  if (running.explored) throw refuseAssignment(name, site)
  return value
}

const refuseAssignment = (name: string, site: number): HeddleError =>
  refuse(
    `a thread assigns the module-level binding '${name}', but every real worker has modules of its own: keep it in shared memory (mem), ` +
      'or in a variable of the thread',
    locationOf(site),
  )

/** `threadId`, imported by its name from node:worker_threads. */
export function threadIdAt<T>(value: T, site: number): T {
  if (running.explored) throw refuse(SAME_THREAD_ID, locationOf(site))
  return threadIdOf(
    () => value,
    () => locationOf(site),
  ) as T
}

/** In strict code, assigning a name that nobody declared fails by itself, unless it is a global. */
export function assignsGlobal<T>(value: T, name: string, site: number): T {
  return name in globalThis ? assignsUndeclared(value, name, site) : value
}

/** What sloppy functions say about their last call, which in a thread is one of their twin. */
export function legacy<T>(value: T, name: string, site: number): T {
  if (
    running.explored &&
    typeof value === 'function' &&
    Object.getOwnPropertyDescriptor(value, name)?.configurable === false
  ) {
    throw refuse(
      `\`.${name}\` of a function is read inside a thread, where calls are not what they seem: ` +
        'pass what is needed as an argument',
      locationOf(site),
    )
  }
  return value
}

export function awaits<T>(value: T, site: number): T {
  if (running.explored) {
    throw refuse(
      '`await` was reached inside a thread, where no promise can ever settle: use the blocking primitives of mem or Atomics.wait',
      locationOf(site),
    )
  }
  return value
}

export function withGuard<T>(value: T, site: number): T {
  if (running.explored) throw refuseAt('a `with` statement', site)
  return value
}
