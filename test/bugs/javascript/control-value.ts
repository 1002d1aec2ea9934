/**
 * How the package coincident asked the main thread from a worker, before its pull request 28: the worker waits while a
 * word is 0, the main thread stores the length of its answer there and notifies. Bug: an empty answer has the length 0,
 * so that a worker that comes to wait after the notification waits for ever.
 */
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const [control, size] = [0, 1]

const shared = (mem: Mem) => ({ view: mem.int32('view', 2), request: mem.semaphore('request', 0) })

/** `n` is the length of the answer. In the repaired form the word that is waited for only says that it is there. */
export function make({ fixed = false, n = 0 }: Variant = {}): Program {
  return program({
    name: `control value(${n})`,
    shared,
    threads: {
      worker(s) {
        s.request.release()
        Atomics.wait(s.view, control, 0) // BUG
        return Atomics.load(s.view, fixed ? size : control)
      },
      main(s) {
        s.request.acquire()
        Atomics.store(s.view, fixed ? size : control, n)
        if (fixed) Atomics.store(s.view, control, 1)
        Atomics.notify(s.view, control)
      },
    },
  })
}

export default make()
