import { program } from 'heddle'

/**
 * [Abdulla et al., POPL 2014]: one reader looks for the last zero while 15 writers each add one to what stands before
 * them.
 */
const WRITERS = 15

interface Shared {
  readonly a: Int32Array<SharedArrayBuffer>
}

function reader(s: Shared): number {
  let i = WRITERS
  while (s.a[i] !== 0) i--
  return i
}

export default program<Shared, ((s: Shared) => number | void)[]>({
  name: 'last zero',
  shared: (mem) => ({ a: mem.int32('a', WRITERS + 1) }),
  threads: [
    reader,
    ...Array.from({ length: WRITERS }, (_, j) => (s: Shared): void => {
      s.a[j + 1] = s.a[j]! + 1
    }),
  ],
})
