import { firstIn } from '../base/thread-sets.ts'

/** Which of several threads is explored first. Some searches are several times smaller one way than the other. */
export type Preference = 'running' | 'lowest' | 'highest' | 'round-robin'

/**
 * Of a set of `width` words from `at` on, which is not empty: the thread that ran last, if it is there, since switches
 * cost readers more than threads, otherwise the first (or, in a round, the next one after it); or the first or last in
 * any case.
 */
export function preferredOf(
  set: Int32Array,
  at: number,
  width: number,
  last: number,
  prefer: Preference = 'running',
): number {
  if (prefer === 'highest') {
    let word = width - 1
    while (set[at + word] === 0) word--
    return 32 * word + 31 - Math.clz32(set[at + word]!)
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
