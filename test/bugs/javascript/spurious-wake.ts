/**
 * What Emscripten's issue 27759 reports. A thread that waits for a result can also be woken by another one that only
 * wants it to look at something else. Bug: whoever is woken takes that for success, and does not look whether the
 * result is there.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (mem: Mem) => ({ done: mem.int32('done', 1), result: mem.int32('result', 1) })

export function make({ fixed = false }: Variant = {}): Program {
  return program({
    name: 'spurious wake',
    shared,
    threads: {
      waiting(s) {
        if (fixed) while (Atomics.load(s.done, 0) === 0) Atomics.wait(s.done, 0, 0)
        else if (Atomics.load(s.done, 0) === 0) Atomics.wait(s.done, 0, 0)
        assert.equal(Atomics.load(s.result, 0), 42) // BUG
      },
      working(s) {
        Atomics.store(s.result, 0, 42)
        Atomics.store(s.done, 0, 1)
        Atomics.notify(s.done, 0)
      },
      interrupting: (s) => Atomics.notify(s.done, 0),
    },
  })
}

export default make()
