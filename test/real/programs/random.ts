import { ops, program, type Mem } from '../../../src/index.ts'

/** A program drawn at random, the same for the same seed in every thread and every worker. */
const seed = Number(process.env['HEDDLE_TEST_SEED'] ?? 1)

const shared = (mem: Mem) => ({
  words: mem.int32('words', 2),
  plain: mem.int32('plain', 1),
  lock: mem.mutex('lock'),
  rw: mem.rwlock('rw'),
  places: mem.semaphore('places', 1),
  event: mem.event('event'),
  auto: mem.event('auto', { manual: false, set: true }),
  changed: mem.condition('changed'),
  barrier: mem.barrier('barrier', 2),
  latch: mem.latch('latch', 2),
})
type S = ReturnType<typeof shared>
type Action = (s: S, n: number) => Generator<unknown, unknown, unknown>

/** The first ones never wait for something that might not come. */
const harmless = 10
const actions: Action[] = [
  function* (s, n) {
    return yield* ops.atomics.add(s.words, n % 2, n + 1)
  },
  function* (s, n) {
    return yield* ops.atomics.exchange(s.words, n % 2, n)
  },
  function* (s, n) {
    return yield* ops.atomics.compareExchange(s.words, 0, 0, n + 1)
  },
  function* (s, n) {
    return yield* ops.atomics.load(s.words, n % 2)
  },
  function* (s, n) {
    yield* ops.lock(s.lock)
    const seen = yield* ops.read(s.plain, 0)
    yield* ops.write(s.plain, 0, seen * 3 + n)
    yield* ops.unlock(s.lock)
    return seen
  },
  function* (s) {
    if (!(yield* ops.tryLock(s.lock))) return 'taken'
    const seen = yield* ops.read(s.plain, 0)
    yield* ops.unlock(s.lock)
    return seen
  },
  function* (s) {
    yield* ops.acquire(s.places)
    const seen = yield* ops.atomics.load(s.words, 1)
    yield* ops.release(s.places)
    return seen
  },
  function* (s) {
    if (!(yield* ops.tryAcquire(s.places))) return 'full'
    yield* ops.atomics.add(s.words, 1, 1)
    yield* ops.release(s.places)
  },
  function* (s, n) {
    yield* ops.writeLock(s.rw)
    yield* ops.atomics.add(s.words, 0, n)
    yield* ops.writeUnlock(s.rw)
  },
  function* (s) {
    yield* ops.readLock(s.rw)
    const seen = yield* ops.atomics.load(s.words, 0)
    yield* ops.readUnlock(s.rw)
    return seen
  },
  function* (s) {
    yield* ops.set(s.event)
  },
  function* (s) {
    yield* ops.wait(s.event)
  },
  function* (s) {
    yield* ops.set(s.auto)
  },
  function* (s) {
    yield* ops.wait(s.auto)
  },
  function* (s) {
    yield* ops.lock(s.lock)
    if ((yield* ops.read(s.plain, 0)) === 0) yield* ops.wait(s.changed, s.lock)
    const seen = yield* ops.read(s.plain, 0)
    yield* ops.unlock(s.lock)
    return seen
  },
  function* (s, n) {
    yield* ops.lock(s.lock)
    yield* ops.write(s.plain, 0, n + 1)
    yield* ops.notifyOne(s.changed)
    yield* ops.unlock(s.lock)
  },
  function* (s) {
    yield* ops.notifyAll(s.changed)
  },
  function* (s) {
    yield* ops.wait(s.barrier)
  },
  function* (s) {
    yield* ops.countDown(s.latch)
  },
  function* (s) {
    yield* ops.wait(s.latch)
  },
  function* (s) {
    return yield* ops.atomics.wait(s.words, 0, 0)
  },
  function* (s) {
    return yield* ops.atomics.wait(s.words, 1, 0, 0.05)
  },
  function* (s, n) {
    return yield* ops.atomics.notify(s.words, n % 2)
  },
]

/** Lehmer's generator: good enough to draw programs. */
let state = (seed * 48271) % 2147483647
function draw(below: number): number {
  state = (state * 48271) % 2147483647
  return Math.floor((state / 2147483647) * below)
}

const plan = Array.from({ length: 2 + draw(2) }, () =>
  Array.from({ length: 2 + draw(2) }, () => [draw(draw(4) > 0 ? harmless : actions.length), draw(4)] as const),
)

const threads = plan.map(
  (steps) =>
    function* (s: S) {
      const results: unknown[] = []
      for (const [action, n] of steps) results.push(yield* actions[action]!(s, n))
      return results
    },
)

export default program({
  name: `random ${seed}`,
  shared,
  threads,
  outcome: (s, results) => [...s.words, s.plain[0], results],
})
