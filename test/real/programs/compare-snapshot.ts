import { ops, program, type Mem } from '../../../src/index.ts'

const shared = (mem: Mem) => ({ lock: mem.rwlock('lock'), pair: mem.int32('pair', 2) })
type S = ReturnType<typeof shared>

function* read(s: S) {
  yield* ops.readLock(s.lock)
  const seen = [yield* ops.read(s.pair, 0), yield* ops.read(s.pair, 1)]
  yield* ops.readUnlock(s.lock)
  return seen
}

/** Readers see both writes or none. */
export default program({
  name: 'snapshot',
  shared,
  threads: [
    read,
    read,
    function* (s: S) {
      yield* ops.writeLock(s.lock)
      yield* ops.write(s.pair, 0, 1)
      yield* ops.write(s.pair, 1, 1)
      yield* ops.writeUnlock(s.lock)
      return []
    },
  ],
})
