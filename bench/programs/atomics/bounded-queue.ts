import { program } from 'heddle'
import assert from 'node:assert/strict'

/** `../bounded-queue.ts` with Atomics, as enforcement performs it. */
const PLACES = 2

function work(n: number): number {
  let x = n
  for (let i = 0; i < 2000; i++) x = (Math.imul(x, 31) + i) | 0
  return x
}

export default program({
  name: 'bounded queue with Atomics',
  shared: (mem) => ({
    ring: mem.int32('ring', PLACES),
    ends: mem.int32('ends', 2),
    lock: mem.mutex('lock'),
    filled: mem.semaphore('filled', 0),
    free: mem.semaphore('free', PLACES),
  }),
  threads: {
    first(s) {
      put(s, 1)
    },
    second(s) {
      put(s, 10)
    },
    one(s) {
      return take(s)
    },
    two(s) {
      return take(s)
    },
  },
  after: (_, { one, two }) => assert.equal(one + two, 11),
})

interface Queue {
  readonly ring: Int32Array
  readonly ends: Int32Array
  readonly lock: { lock(): void; unlock(): void }
  readonly filled: { acquire(): void; release(): void }
  readonly free: { acquire(): void; release(): void }
}

function put(s: Queue, request: number): void {
  work(request)
  s.free.acquire()
  s.lock.lock()
  Atomics.store(s.ring, Atomics.load(s.ends, 0) % PLACES, request)
  Atomics.store(s.ends, 0, Atomics.load(s.ends, 0) + 1)
  s.lock.unlock()
  s.filled.release()
}

function take(s: Queue): number {
  s.filled.acquire()
  s.lock.lock()
  const request = Atomics.load(s.ring, Atomics.load(s.ends, 1) % PLACES)
  Atomics.store(s.ends, 1, Atomics.load(s.ends, 1) + 1)
  s.lock.unlock()
  s.free.release()
  work(request)
  return request
}
