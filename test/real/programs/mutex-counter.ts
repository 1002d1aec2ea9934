import assert from 'node:assert/strict'
import { ops, program } from '../../../src/index.ts'

const ROUNDS = 300

/** The counter is plain memory: every lost mutual exclusion shows as a lost increment. */
export default program({
  name: 'mutex counter',
  shared: (mem) => ({
    lock: mem.mutex('lock'),
    count: mem.int32('count', 1),
    failedTries: mem.int32('failedTries', 1),
  }),
  threads: {
    plain(s) {
      for (let i = 0; i < ROUNDS; i++) {
        s.lock.lock()
        s.count[0]!++
        s.lock.unlock()
      }
    },
    trying(s) {
      for (let i = 0; i < ROUNDS; ) {
        if (!s.lock.tryLock()) {
          Atomics.add(s.failedTries, 0, 1)
          s.lock.lock()
        }
        s.count[0]!++
        s.lock.unlock()
        i++
      }
    },
    *generator(s) {
      for (let i = 0; i < ROUNDS; i++) {
        yield* ops.lock(s.lock)
        yield* ops.write(s.count, 0, (yield* ops.read(s.count, 0)) + 1)
        yield* ops.unlock(s.lock)
      }
    },
  },
  outcome: (s) => s.failedTries[0]! > 0,
  after: (s) => assert.equal(s.count[0], 3 * ROUNDS),
})
