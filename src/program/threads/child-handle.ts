import { MAX_THREADS } from '../../dependence/cells.ts'
import { programError } from '../../base/errors.ts'

/**
 * A thread's handle says who it is in every run: declared threads count from 0, and the k-th thread (from 0) that h
 * spawns is (h + 1) * 64 + k.
 */
export function childHandle(parent: number, k: number): number {
  const handle = (parent + 1) * MAX_THREADS + k
  if (k >= MAX_THREADS || !Number.isSafeInteger(handle)) {
    throw programError(`thread ${parent} spawned more than ${MAX_THREADS} threads, or threads spawn threads too deeply`)
  }
  return handle
}
