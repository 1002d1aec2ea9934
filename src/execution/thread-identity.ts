import { programError } from '../errors.ts'
import { MAX_THREADS } from '../program/program.ts'

/**
 * A thread's handle says who it is in every execution: declared threads count from 0, and the k-th thread that h spawns is
 * (h + 1) * 64 + k. Handles are what programs see; the engine works with small slots.
 */
export function childHandle(parent: number, k: number): number {
  const handle = (parent + 1) * MAX_THREADS + k
  if (k >= MAX_THREADS || !Number.isSafeInteger(handle)) {
    throw programError(`thread ${parent} spawned more than ${MAX_THREADS} threads, or threads spawn threads too deeply`)
  }
  return handle
}

/** Gives each handle a slot of its own, which it keeps over all executions of a search. */
export class ThreadSlots {
  private readonly slots = new Map<number, number>()

  slotOf(handle: number): number {
    return this.slots.get(handle) ?? -1
  }

  claim(handle: number): number {
    let slot = this.slots.get(handle)
    if (slot === undefined) {
      slot = this.slots.size
      if (slot >= MAX_THREADS) throw programError(`the program has more than ${MAX_THREADS} threads, counting all that any execution spawns`)
      this.slots.set(handle, slot)
    }
    return slot
  }
}
