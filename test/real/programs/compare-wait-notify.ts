import { ops, program, type Mem } from '../../../src/index.ts'

const shared = (mem: Mem) => ({ word: mem.int32('word', 1) })
type S = ReturnType<typeof shared>

export default program({
  name: 'wait and notify',
  shared,
  threads: {
    *sleeper(s: S) {
      return yield* ops.atomics.wait(s.word, 0, 0)
    },
    *waker(s: S) {
      yield* ops.atomics.store(s.word, 0, 1)
      return yield* ops.atomics.notify(s.word, 0)
    },
  },
})
