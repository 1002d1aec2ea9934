import { firstIn } from '../base/thread-sets.ts'

/** Which of several threads is explored first. Some searches are several times smaller one way than the other. */
export type Preference = 'running' | 'lowest' | 'highest' | 'round-robin'

/**
 * Of a set of `width` words from `at` on, which is not empty: the thread that ran last, if it is there, since switches
 * cost readers more than threads, otherwise the first (or, in a round, the next one after it); or the first in any case,
 * or the last, but those that were spawned (from thread `declared` on) after the others.
 */
export function preferredOf(
  set: Int32Array,
  at: number,
  width: number,
  last: number,
  declared: number,
  prefer: Preference = 'running',
): number {
  if (prefer === 'highest') {
    const highest = lastBelow(set, at, declared)
    return highest >= 0 ? highest : lastBelow(set, at, 32 * width)
  }
  if (prefer !== 'lowest' && last >= 0) {
    if ((set[at + (last >>> 5)]! & (1 << last)) !== 0) return last
    if (prefer === 'round-robin')
      for (let t = last + 1; t < 32 * width; t++) if ((set[at + (t >>> 5)]! & (1 << t)) !== 0) return t
  }
  let word = 0
  while (set[at + word] === 0) word++
  return firstIn(set[at + word]!, word)
}

/** The last one below `end`, or -1. */
function lastBelow(set: Int32Array, at: number, end: number): number {
  for (let word = Math.ceil(end / 32) - 1; word >= 0; word--) {
    const isWhole = 32 * (word + 1) <= end
    const rest = isWhole ? set[at + word]! : set[at + word]! & ((1 << end) - 1)
    if (rest !== 0) return 32 * word + 31 - Math.clz32(rest)
  }
  return -1
}
