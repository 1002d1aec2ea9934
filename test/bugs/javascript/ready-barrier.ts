/**
 * The barrier of the tests of the WebAssembly Micro Runtime, as its pull request 2028 first had it: the last one to
 * arrive sets a word and notifies those who wait for it. Bug: it notifies one of them only.
 */
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (mem: Mem) => ({ mutex: mem.mutex('mutex'), count: mem.int32('count', 1), ready: mem.int32('ready', 1) })

/** `n` is the number of threads. */
export function make({ fixed = false, n = 3 }: Variant = {}): Program {
  const arrive = (s: ReturnType<typeof shared>): void => {
    s.mutex.lock()
    s.count[0]!++
    const isLast = s.count[0]! >= n
    s.mutex.unlock()
    if (isLast) {
      Atomics.store(s.ready, 0, 1)
      Atomics.notify(s.ready, 0, fixed ? Infinity : 1)
    } else Atomics.wait(s.ready, 0, 0) // BUG
  }
  return program({ name: `ready barrier(${n})`, shared, threads: Array.from({ length: n }, () => arrive) })
}

export default make()
