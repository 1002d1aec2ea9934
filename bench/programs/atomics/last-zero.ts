import { program } from 'heddle'

/** `../last-zero.ts` with Atomics, as enforcement performs it. */
const WRITERS = 15

interface Shared {
  readonly a: Int32Array<SharedArrayBuffer>
}

function reader(s: Shared): number {
  let i = WRITERS
  while (Atomics.load(s.a, i) !== 0) i--
  return i
}

export default program<Shared, ((s: Shared) => number | void)[]>({
  name: 'last zero with Atomics',
  shared: (mem) => ({ a: mem.int32('a', WRITERS + 1) }),
  threads: [
    reader,
    ...Array.from({ length: WRITERS }, (_, j) => (s: Shared): void => {
      Atomics.store(s.a, j + 1, Atomics.load(s.a, j) + 1)
    }),
  ],
})
