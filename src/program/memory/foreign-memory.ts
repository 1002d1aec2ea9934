/**
 * Shared memory that `shared` has not allocated. A module is evaluated by every real worker, so what it allocates at
 * its top is another piece of memory in each of them; in exploration it would be the same for all threads. And what a
 * program receives from elsewhere (a message, `workerData`, another context) is accessed by threads that nobody
 * controls.
 */
import type { HeddleError } from '../../base/errors.ts'
import { isCalledByNode, programFrame } from '../program-frame.ts'
import { refuse } from '../operations/operation.ts'
import { running } from '../context/execution-context.ts'
import { realm } from '../context/realm.ts'
import { moduleDemand } from '../module-state.ts'
import { locationOf } from '../sites.ts'
import { allocationOf, bufferOfView, FOREIGN, type SharedView, tagOf, type ViewTag } from './shared-tag.ts'

/** Where the program made memory outside of `shared`. */
const origins = new WeakMap<object, string>()

export function noteOrigin(buffer: object): void {
  const place = realm.transformed ? programFrame() : undefined
  if (place !== undefined) origins.set(buffer, place)
}

/** As `tagOf`, for operations: an access to memory that is not the program's is refused. */
export function accessTag(view: SharedView): ViewTag | undefined {
  const tag = tagOf(view)
  if (tag !== FOREIGN) return tag
  refuseForeign(view, locationOf(running.callSite))
  return undefined
}

/** Node's own accesses to its own memory (`process.cwd()` in a worker) are not the program's. */
export function refuseForeign(view: SharedView, at = programFrame()): void {
  if (!isCalledByNode()) throw foreignError(view, at)
}

export function foreignError(view: SharedView, at = programFrame()): HeddleError {
  const buffer = bufferOfView(view)
  if (allocationOf(buffer) !== undefined) {
    return refuse(
      'a thread accesses shared memory through a view of another context, or one whose prototype was replaced: make a view of it in the program itself',
      at,
    )
  }
  const place = origins.get(buffer)
  const error = refuse(
    `a thread accesses shared memory ${place === undefined ? 'that was not allocated in `shared`' : `that was allocated outside of \`shared\`, at ${place}`}. ` +
      'Real workers would not share it, since each of them evaluates its modules for itself. Allocate it in `shared`, where `new SharedArrayBuffer` and classes that ' +
      "allocate their own memory work as usual, and use it through the thread's first argument",
    at,
  )
  // Made by a module, it is the thread's own as soon as the module is.
  if (place !== undefined) error.demands = [moduleDemand(place.replace(/:\d+:\d+$/, ''))]
  return error
}
