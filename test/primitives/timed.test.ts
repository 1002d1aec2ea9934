/** Waits with time limits: explored both ways, in real time between workers, and under gates as the set admits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, ops, program } from '../../src/index.ts'
import { using } from '../irs/real-runs.ts'

/** In which one thread waits for so long for what the other gives; `waits` is an expression. */
const waiting = (shared: string, waits: string, gives: string, before = ''): string => `export default program({
  name: 'timed',
  shared: (mem) => ({ ${shared} }),
  threads: {
    waiter(s) { ${before} return ${waits} },
    giver(s) { ${gives} },
  },
  outcome: (s, { waiter }) => waiter,
})`

/** By name: with a limit that is never reached in a real run, and with one that always is. */
const ways: Record<string, (ms: number, gives: boolean) => string> = {
  'mutex.tryLock': (ms, gives) =>
    waiting(
      "m: mem.mutex('m'), go: mem.event('go')",
      `(s.go.wait(), s.m.tryLock(${ms}))`,
      gives ? 's.m.lock(); s.go.set(); s.m.unlock()' : 's.m.lock(); s.go.set()',
    ),
  'semaphore.tryAcquire': (ms, gives) =>
    waiting("q: mem.semaphore('q', 0)", `s.q.tryAcquire(${ms})`, gives ? 's.q.release()' : 's.q.tryAcquire()'),
  'event.wait': (ms, gives) => waiting("e: mem.event('e')", `s.e.wait(${ms})`, gives ? 's.e.set()' : 's.e.reset()'),
  'latch.wait': (ms, gives) =>
    waiting("k: mem.latch('k', 2)", `s.k.wait(${ms})`, gives ? 's.k.countDown(2)' : 's.k.countDown(1)'),
  'condition.wait': (ms, gives) =>
    waiting(
      "m: mem.mutex('m'), c: mem.condition('c'), n: mem.int32('n', 1)",
      '(s.m.unlock(), got)',
      gives ? 's.m.lock(); s.n[0] = 1; s.c.notifyOne(); s.m.unlock()' : 'return 0',
      `s.m.lock(); let got = s.n[0] === 1; if (!got) got = s.c.wait(s.m, ${ms});`,
    ),
  'channel.tryReceive': (ms, gives) =>
    waiting("h: mem.channel('h')", `s.h.tryReceive(${ms}) === 7`, gives ? 's.h.send(7)' : 's.h.tryReceive()'),
  'channel.trySend': (ms, gives) =>
    waiting(
      "h: mem.channel('h', { capacity: 1 })",
      `s.h.trySend(7, ${ms})`,
      gives ? 's.h.receive()' : 'return 0',
      's.h.send(1);',
    ),
  'Atomics.wait': (ms, gives) =>
    waiting(
      "n: mem.int32('n', 1)",
      `Atomics.wait(s.n, 0, 0, ${ms}) !== 'timed-out'`,
      gives ? 'Atomics.store(s.n, 0, 1); Atomics.notify(s.n, 0)' : 'Atomics.load(s.n, 0)',
    ),
}

const NEVER = 60_000
const SOON = 20

for (const [name, source] of Object.entries(ways)) {
  test(`${name} with a time limit: explored both ways, granted in real runs and under gates`, () =>
    using(source(NEVER, true), async (fixture) => {
      const { outcome, exhaustive, outcomes } = await check(fixture.file)
      assert.deepEqual([outcome, exhaustive], ['verified', true])
      assert.deepEqual(outcomes.map(({ value }) => value).sort(), [false, true])
      const real = await fixture.plain(10)
      assert.deepEqual([real.failures, real.outcomes.map(({ value }) => value)], [[], [true]])
      await fixture.verify()
      // Watched gates stay, where others open at once: everything is verified.
      for (const monitor of name.startsWith('c') ? [true, false] : [true]) {
        const gated = await fixture.run(10, { monitor })
        assert.deepEqual([gated.failures, gated.outcomes.map(({ value }) => value)], [[], [true]], String(monitor))
      }
    }))

  test(`${name} with a time limit: what never comes times out, after that time`, () =>
    using(source(SOON, false), async (fixture) => {
      const { outcome } = await check(fixture.file)
      assert.equal(outcome, 'verified')
      const began = performance.now()
      const { failures, outcomes } = await fixture.plain(2)
      assert.deepEqual([failures, outcomes.map(({ value }) => value)], [[], [false]])
      assert.ok(performance.now() - began >= 2 * SOON)
    }))
}

test('under a set of one trace, gates let that happen and nothing else', () =>
  using(ways['semaphore.tryAcquire']!(SOON, true), async (fixture) => {
    await fixture.verify({ traces: 1 })
    const { failures, outcomes } = await fixture.run(10)
    assert.deepEqual([failures, outcomes.length], [[], 1])
  }))

test('a timed wait that is notified in time does not time out, whoever waits beside it', async () => {
  const { outcome, outcomes } = await check(
    program({
      name: 'two waiters, one notification',
      shared: (mem) => ({ m: mem.mutex('m'), c: mem.condition('c'), n: mem.int32('n', 1) }),
      threads: {
        *timed(s) {
          yield* ops.lock(s.m)
          const notified = yield* ops.wait(s.c, s.m, 10)
          yield* ops.unlock(s.m)
          return notified
        },
        *other(s) {
          yield* ops.lock(s.m)
          const notified = yield* ops.wait(s.c, s.m, 10)
          yield* ops.unlock(s.m)
          return notified
        },
        *notifier(s) {
          yield* ops.lock(s.m)
          yield* ops.notifyOne(s.c)
          yield* ops.unlock(s.m)
        },
      },
      outcome: (_, { timed, other }) => [timed, other],
    }),
  )
  assert.equal(outcome, 'verified')
  assert.deepEqual(
    outcomes.map(({ value }) => JSON.stringify(value)).sort(),
    ['[false,false]', '[false,true]', '[true,false]'], // never both: there was one notification
  )
})

test('a loop that tries again after each time-out ends: a time-out is a yield', async () => {
  const { outcome, outcomes } = await check(
    program({
      name: 'tries again',
      shared: (mem) => ({ m: mem.mutex('m') }),
      threads: [
        function* (s) {
          while (!(yield* ops.tryLock(s.m, 5)));
          yield* ops.unlock(s.m)
          return 'had it'
        },
        function* (s) {
          yield* ops.lock(s.m)
          yield* ops.unlock(s.m)
        },
      ],
      outcome: (_, results) => results[0],
    }),
  )
  assert.equal(outcome, 'verified')
  assert.deepEqual(
    outcomes.map(({ value }) => value),
    ['had it'],
  )
})

test('a time limit that is none is refused, and none at all waits for ever', async () => {
  const limited = (limit: number) =>
    program({
      name: 'limits',
      shared: (mem) => ({ m: mem.mutex('m'), q: mem.semaphore('q', 0) }),
      threads: [
        function* (s) {
          yield* ops.lock(s.m)
          return yield* ops.tryAcquire(s.q, limit)
        },
      ],
    })
  const { bugs } = await check(limited(-1))
  assert.match(bugs[0]!.message, /semaphore\.tryAcquire expects milliseconds from 0 and up, got -1/)
  const forever = await check(limited(Infinity))
  assert.equal(forever.bugs[0]?.kind, 'deadlock')
})
