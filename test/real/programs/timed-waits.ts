import assert from 'node:assert/strict'
import { type Mem, program } from '../../../src/index.ts'

const ROUNDS = 200
const shared = (mem: Mem) => ({
  lock: mem.mutex('lock'),
  changed: mem.condition('changed'),
  places: mem.semaphore('places', 1),
  turn: mem.int32('turn', 1),
  inside: mem.int32('inside', 1),
})
type S = ReturnType<typeof shared>

/** Takes turns; half of the waits have a limit that is soon over, and then look again. */
function take(s: S, own: number, limit: number): number {
  let timeouts = 0
  for (let round = 0; round < ROUNDS; round++) {
    while (!s.lock.tryLock(limit)) timeouts++
    while (s.turn[0] !== own) if (!s.changed.wait(s.lock, limit)) timeouts++
    s.turn[0] = (own + 1) % 3
    s.changed.notifyAll()
    s.lock.unlock()
    while (!s.places.tryAcquire(limit)) timeouts++
    assert.equal(Atomics.add(s.inside, 0, 1), 0)
    Atomics.sub(s.inside, 0, 1)
    s.places.release()
  }
  return timeouts
}

export default program({
  name: 'timed waits',
  shared,
  threads: [(s) => take(s, 0, 0.2), (s) => take(s, 1, 60_000), (s) => take(s, 2, Infinity)],
  outcome: (s) => s.turn[0],
  after: (s, results) => assert.deepEqual([s.turn[0], results.slice(1)], [0, [0, 0]]),
})
