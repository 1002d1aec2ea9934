import type { Handle, Slot } from '../../base/thread-numbers.ts'
import type { Operation } from '../operations/operation.ts'

/** Who starts and ends threads: the execution that explores, or the pool of real workers. */
export interface ThreadControl {
  spawn(parent: Operation, task: string, argument: unknown): number
  /** The result of a thread that has ended; a real control waits for it. */
  join(caller: Operation, handle: Handle): unknown
  hasEnded(handle: Handle): boolean
  /** The slot of the thread, or -1 when the caller has no such handle. */
  slotOf(handle: Handle): Slot
}
