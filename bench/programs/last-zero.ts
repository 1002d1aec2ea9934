import { ops, program } from 'heddle'

/** [Abdulla et al., POPL 2014]: one reader looks for the last zero while 15 writers each add one to what stands before them. */
const WRITERS = 15

export default program({
  name: 'last zero',
  shared: (mem) => ({ a: mem.int32('a', WRITERS + 1) }),
  threads: [
    function* reader(s: { a: Int32Array }) {
      let i = WRITERS
      while ((yield* ops.read(s.a, i)) !== 0) i--
      return i
    },
    ...Array.from({ length: WRITERS }, (_, j) => function* writer(s: { a: Int32Array }) {
      yield* ops.write(s.a, j + 1, (yield* ops.read(s.a, j)) + 1)
    }),
  ],
})
