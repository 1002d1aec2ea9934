import { ops, program, type Mem } from '../../../src/index.ts'

const shared = (mem: Mem) => ({ x: mem.int32('x', 1), y: mem.int32('y', 1) })
type S = ReturnType<typeof shared>

/** With Atomics at least one thread sees the other's store: never [0, 0]. */
export default program({
  name: 'store buffering',
  shared,
  threads: [
    function* (s: S) {
      yield* ops.atomics.store(s.x, 0, 1)
      return yield* ops.atomics.load(s.y, 0)
    },
    function* (s: S) {
      yield* ops.atomics.store(s.y, 0, 1)
      return yield* ops.atomics.load(s.x, 0)
    },
  ],
})
