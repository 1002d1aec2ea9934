/** In the worker: what becomes of the program's prints. */

type Write = typeof process.stdout.write

/**
 * The main thread receives what the worker prints and passes it on to stderr. Exploration repeats the same prints
 * thousands of times, so then they are dropped here, where that costs nothing.
 */
export function dropOutput(): void {
  const drop = ((_chunk: unknown, encoding?: unknown, done?: unknown): boolean => {
    const callback = typeof encoding === 'function' ? encoding : done
    if (typeof callback === 'function') queueMicrotask(callback as () => void)
    return true
  }) as Write
  process.stdout.write = drop
  process.stderr.write = drop
}
