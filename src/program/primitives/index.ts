import { Barrier } from './barrier.ts'
import { Condition } from './condition.ts'
import { Event } from './event.ts'
import { Latch } from './latch.ts'
import { Mutex } from './mutex.ts'
import { RwLock } from './rwlock.ts'
import { Semaphore } from './semaphore.ts'

/** What the objects that `mem` makes of primitives inherit from. */
export const primitivePrototypes: readonly object[] = [Barrier, Condition, Event, Latch, Mutex, RwLock, Semaphore].map(
  ({ prototype }) => prototype as object,
)
