/** A lock inside a real primitive, held for a few instructions: 0 free, 1 taken, 2 taken and somebody may wait. */
export function guarded<T>(words: Int32Array, guard: number, action: () => T): T {
  if (Atomics.compareExchange(words, guard, 0, 1) !== 0)
    while (Atomics.exchange(words, guard, 2) !== 0) Atomics.wait(words, guard, 2)
  try {
    return action()
  } finally {
    if (Atomics.exchange(words, guard, 0) === 2) Atomics.notify(words, guard, 1)
  }
}
