import { ops, program, type Mem } from '../../../src/index.ts'

const shared = (mem: Mem) => ({ last: mem.int32('last', 1) })
type S = ReturnType<typeof shared>

export default program({
  name: 'spawned race',
  shared,
  tasks: {
    *swap(s: S, value: number) {
      return { replaced: yield* ops.atomics.exchange(s.last, 0, value) }
    },
  },
  threads: {
    *parent(s: S) {
      const a = yield* ops.spawn('swap', 1)
      const b = yield* ops.spawn('swap', 2)
      const own = yield* ops.atomics.exchange(s.last, 0, 3)
      return [own, yield* ops.join(a), yield* ops.join(b)]
    },
  },
})
