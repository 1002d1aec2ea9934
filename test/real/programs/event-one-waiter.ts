import assert from 'node:assert/strict'
import { program } from '../../../src/index.ts'

/** One `set` of an auto-reset event must let only one of two pass before the second `set`. */
export default program({
  name: 'auto-reset event, one waiter each',
  shared: (mem) => ({
    go: mem.event('go', { manual: false }),
    passed: mem.int32('passed', 1),
    order: mem.int32('order', 2),
  }),
  threads: {
    a(s) {
      s.go.wait()
      s.order[Atomics.add(s.passed, 0, 1)] = 1
    },
    b(s) {
      s.go.wait()
      s.order[Atomics.add(s.passed, 0, 1)] = 2
    },
    setter(s) {
      s.go.set()
      for (let i = 0; i < 50; i++) assert.ok(Atomics.load(s.passed, 0) <= 1)
      while (Atomics.load(s.passed, 0) === 0) Atomics.wait(s.passed, 0, 0, 1)
      s.go.set()
    },
  },
  outcome: (s) => [...s.order],
})
