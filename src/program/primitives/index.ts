import { barrier } from './barrier.ts'
import { channel } from './channel.ts'
import { condition } from './condition.ts'
import { event } from './event.ts'
import { latch } from './latch.ts'
import { mutex } from './mutex.ts'
import { rwlock } from './rwlock.ts'
import { semaphore } from './semaphore.ts'

/**
 * One entry per primitive, by the name of its method of `mem`. A new primitive is a file in this folder and an entry
 * here: everything else (`mem`, `ops`, undoing steps, gates, …) asks the entry, the model and the operations.
 */
export const primitives = { mutex, rwlock, semaphore, event, condition, barrier, latch, channel }

/** What the objects that `mem` makes of primitives inherit from. */
export const primitivePrototypes: readonly object[] = Object.values(primitives).map(
  ({ type }) => type.prototype as object,
)
