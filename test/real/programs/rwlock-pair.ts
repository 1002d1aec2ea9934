import assert from 'node:assert/strict'
import { program, type Mem } from '../../../src/index.ts'

const ROUNDS = 200
const shared = (mem: Mem) => ({
  lock: mem.rwlock('lock'),
  pair: mem.int32('pair', 2),
  readers: mem.int32('readers', 1),
  together: mem.int32('together', 1),
})
type S = ReturnType<typeof shared>

function writer(s: S): void {
  for (let i = 0; i < ROUNDS; i++) {
    s.lock.writeLock()
    assert.equal(Atomics.load(s.readers, 0), 0)
    s.pair[0]!++
    s.pair[1]!++
    s.lock.writeUnlock()
  }
}

function reader(s: S): void {
  for (let i = 0; i < ROUNDS; i++) {
    s.lock.readLock()
    if (Atomics.add(s.readers, 0, 1) > 0) Atomics.store(s.together, 0, 1)
    assert.equal(s.pair[0], s.pair[1])
    Atomics.sub(s.readers, 0, 1)
    s.lock.readUnlock()
  }
}

export default program({
  name: 'rwlock pair',
  shared,
  threads: [writer, writer, reader, reader],
  outcome: (s) => s.together[0],
  after: (s) => assert.deepEqual([...s.pair], [2 * ROUNDS, 2 * ROUNDS]),
})
