import { ops, program, type Mem } from '../../../src/index.ts'

const shared = (mem: Mem) => ({ data: mem.int32('data', 1), flag: mem.int32('flag', 1) })
type S = ReturnType<typeof shared>

/** Who sees the flag sees the data, though the data itself is plain memory. */
export default program({
  name: 'message passing',
  shared,
  threads: {
    *sender(s: S) {
      yield* ops.write(s.data, 0, 42)
      yield* ops.atomics.store(s.flag, 0, 1)
    },
    *receiver(s: S) {
      return (yield* ops.atomics.load(s.flag, 0)) === 1 ? yield* ops.read(s.data, 0) : -1
    },
  },
  outcome: (_, { receiver }) => receiver,
})
