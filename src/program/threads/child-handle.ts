import type { Handle } from '../../base/thread-numbers.ts'
import { programError } from '../../base/errors.ts'

/** The least number of children that handles are made of. */
const LEAST_BASE = 64

/**
 * A thread's handle says who it is in every run: declared threads count from 0, and the k-th thread (from 0) that h
 * spawns is (h + 1) * 64 + k, where a program declares no more than 64. The last of the 64 stands for no thread: two
 * more such steps below it count the children that come after the first 63.
 */
export function childHandle(declared: number, parent: Handle, k: number): Handle {
  const base = baseFor(declared)
  const below = (handle: Handle, digit: number): Handle => (handle + 1) * base + digit
  const last = base - 1
  const more = k - last
  const handle = more < 0 ? below(parent, k) : below(below(below(parent, last), Math.floor(more / base)), more % base)
  if (more >= base * base || !Number.isSafeInteger(handle))
    throw programError(
      `thread ${parent} spawned its thread number ${k + 1}, and threads spawn threads too deeply for that`,
    )
  return handle
}

/** Handles of declared threads are below it. */
function baseFor(declared: number): number {
  let base = LEAST_BASE
  while (base < declared) base *= 2
  return base
}
