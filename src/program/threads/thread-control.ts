import type { Operation } from '../operations/operation.ts'

/** Who starts and ends threads: the execution that explores, or the pool of real workers. */
export interface ThreadControl {
  spawn(parent: Operation, task: string, argument: unknown): number
  /** The result of a thread that has ended; a real control waits for it. */
  join(caller: Operation, handle: number): unknown
  hasEnded(handle: number): boolean
  /** The slot of the thread, or -1 when the caller has no such handle. */
  slotOf(handle: number): number
}
