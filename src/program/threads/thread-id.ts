/**
 * `threadId` in modules: a check runs all threads in one worker, whose number would be the same for all of them. Each
 * thread needs modules of its own, in which it has a number of its own.
 */
import { programError } from '../../base/errors.ts'
import { running } from '../context/execution-context.ts'
import { noteFixedAtLoading } from '../context/supplied-values.ts'
import { loading } from '../kept-objects.ts'
import { moduleDemand } from '../module-state.ts'

/** Outside of threads. `place`: who asks, as file, line and column; undefined for Heddle itself. */
export function threadIdOf(read: () => unknown, place: () => string | undefined): unknown {
  const { supplied, operation } = running
  const at = supplied.evaluating || loading.on ? place() : undefined
  if (at === undefined) return read()
  if (supplied.evaluating && operation !== null) {
    supplied.noteFixed('threadId', at)
    return operation.handle + 1
  }
  if (!loading.perThread) noteFixedAtLoading('threadId', at)
  else if (!loading.isOfThreads(fileOf(at))) throw atTop(at)
  return read()
}

const fileOf = (at: string): string => at.replace(/:\d+:\d+$/, '')

function atTop(at: string): Error {
  const error = programError(
    '`threadId` is read when a module is loaded, which every real worker does for itself, each with another number: ' +
      "use the thread's own `self.id`",
    at,
  )
  error.demands = [moduleDemand(fileOf(at))]
  return error
}
