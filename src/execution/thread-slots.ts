import type { Handle, Slot } from '../base/thread-numbers.ts'
import { MAX_THREADS } from '../dependence/cells.ts'
import { programError } from '../base/errors.ts'

/** Gives each handle a slot of its own, which it keeps over all executions of a search. */
export class ThreadSlots {
  private readonly slots = new Map<Handle, Slot>()

  slotOf(handle: Handle): Slot {
    return this.slots.get(handle) ?? -1
  }

  claim(handle: Handle): Slot {
    let slot = this.slots.get(handle)
    if (slot === undefined) {
      slot = this.slots.size
      if (slot >= MAX_THREADS)
        throw programError(`the program has more than ${MAX_THREADS} threads, counting all that any execution spawns`)
      this.slots.set(handle, slot)
    }
    return slot
  }
}
