import { program } from 'heddle'
import assert from 'node:assert/strict'

/** `../parallel-sort.ts` with Atomics, as enforcement performs it. */
const VALUES = [5, 2, 4, 1]

interface Shared {
  readonly a: Int32Array<SharedArrayBuffer>
  readonly turn: { wait(): void }
}

export default program<Shared, ((s: Shared) => void)[]>({
  name: 'parallel sort with Atomics',
  shared: (mem) => ({ a: mem.int32('a', VALUES), turn: mem.barrier('turn', 2) }),
  threads: [0, 1].map((me) => (s: Shared) => {
    for (let round = 0; round < VALUES.length; round++) {
      const at = (round % 2) + 2 * me
      if (at + 1 < VALUES.length && Atomics.load(s.a, at) > Atomics.load(s.a, at + 1)) {
        const kept = Atomics.load(s.a, at)
        Atomics.store(s.a, at, Atomics.load(s.a, at + 1))
        Atomics.store(s.a, at + 1, kept)
      }
      s.turn.wait()
    }
  }),
  after: (s) =>
    assert.deepEqual(
      [...s.a],
      VALUES.toSorted((x, y) => x - y),
    ),
})
