/** A thread that ends while it holds a lock is reported with the place where it took it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { replayProgram } from '../../src/checking/replay.ts'
import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import type { Condition } from '../../src/program/primitives/condition.ts'
import type { Mutex } from '../../src/program/primitives/mutex.ts'
import type { RwLock } from '../../src/program/primitives/rwlock.ts'
import type { Semaphore } from '../../src/program/primitives/semaphore.ts'
import { program, type Program } from '../../src/program/program.ts'
import { checkReport, noPaint, replayReport, SourceLines } from '../../src/report/terminal.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import { loadSource } from '../frontends/spins/check-source.ts'

function checked(subject: Program, options: CheckOptions = {}): CheckResult {
  const checker = new Checker(subject, { allBugs: true, ...options })
  while (!checker.run(1000));
  return checker.result()
}

const searches: readonly CheckOptions[] = [
  {},
  { reduction: 'none' },
  { reduction: 'dpor' },
  { reduction: 'optimal' },
  { switch: 'sync' },
]
const HERE = /held-locks\.test\.js:\d+:\d+$/

type Shared = { m: Mutex; l: RwLock; s: Semaphore; c: Condition; x: Int32Array }
const shared = (mem: Mem): Shared => ({
  m: mem.mutex('m'),
  l: mem.rwlock('l'),
  s: mem.semaphore('s', 1),
  c: mem.condition('c'),
  x: mem.int32('x', 1),
})
const other = function* (s: Shared) {
  yield* ops.write(s.x, 0, 1)
}

/** One thread that takes something, beside one that does not care. */
const taking = (name: string, ann: (s: Shared) => Generator): Program =>
  program({ name, shared, threads: { ann, other } })

for (const [name, operation, subject] of [
  [
    'm',
    'lock',
    taking('lock', function* (s) {
      yield* ops.lock(s.m)
    }),
  ],
  [
    'm',
    'tryLock',
    taking('tryLock', function* (s) {
      yield* ops.tryLock(s.m)
    }),
  ],
  [
    'l',
    'readLock',
    taking('readLock', function* (s) {
      yield* ops.readLock(s.l)
    }),
  ],
  [
    'l',
    'writeLock',
    taking('writeLock', function* (s) {
      yield* ops.writeLock(s.l)
    }),
  ],
] as const) {
  test(`${operation} without an unlock is reported with its place`, () => {
    for (const options of searches) {
      const { held, outcome, guarantee, bugs } = checked(subject, options)
      assert.deepEqual(
        held.map(({ thread, lock, operation: how }) => [thread, lock, how]),
        [['ann', name, operation]],
        JSON.stringify(options),
      )
      assert.match(held[0]!.at!, HERE)
      assert.match(held[0]!.message, new RegExp(`^ann ends while it holds ${name}, taken with ${operation} at `))
      assert.match(guarantee, /A thread ends while holding a lock: see what is listed\./)
      assert.deepEqual([outcome, bugs], ['verified', []])
    }
  })
}

test('what is given back, and a semaphore, which anybody may release, is not reported', () => {
  const subject = taking('released', function* (s) {
    yield* ops.lock(s.m)
    yield* ops.readLock(s.l)
    yield* ops.readUnlock(s.l)
    yield* ops.unlock(s.m)
    yield* ops.acquire(s.s)
  })
  for (const options of searches) assert.deepEqual(checked(subject, options).held, [])
})

test('a read lock that is taken twice and given back once is held', () => {
  const { held } = checked(
    taking('twice', function* (s) {
      yield* ops.readLock(s.l)
      yield* ops.readLock(s.l)
      yield* ops.readUnlock(s.l)
    }),
  )
  assert.deepEqual(
    held.map(({ lock }) => lock),
    ['l'],
  )
})

test('each place where a lock is taken and kept is listed, whichever schedule leads there', () => {
  const subject = loadSource(`const { program } = require('heddle')
    module.exports = program({
      name: 'two places', shared: (mem) => ({ m: mem.mutex('m'), x: mem.int32('x', 1) }),
      threads: { ann(s) { if (s.x[0] === 0) s.m.lock(); else s.m.lock() }, other(s) { s.x[0] = 1 } },
    })`)
  for (const options of searches.slice(0, 4)) {
    const { held } = checked(subject, options)
    assert.equal(new Set(held.map(({ at }) => at)).size, 2, JSON.stringify(options))
    for (const { schedule, at } of held)
      assert.deepEqual(
        replayProgram(subject, schedule).held.map((row) => row.at),
        [at],
      )
  }
})

test('a lock that is kept only where a tryLock succeeds is found, and one that fails is not', () => {
  const subject = program({
    name: 'attempts',
    shared,
    threads: {
      *ann(s: Shared) {
        yield* ops.tryLock(s.m)
      },
      *ben(s: Shared) {
        yield* ops.lock(s.m)
        yield* ops.unlock(s.m)
      },
    },
  })
  for (const options of searches) {
    const { held, bugs } = checked(subject, options)
    assert.deepEqual(
      held.map(({ thread, lock }) => [thread, lock]),
      [['ann', 'm']],
    )
    assert.deepEqual(
      bugs.map(({ message }) => message),
      ['no thread can go on: ben waits at lock m held by ann, which has ended'],
    )
    assert.deepEqual(bugs[0]!.waiting![0]!.ended, ['ann'])
  }
})

test('the mutex of a condition is held after a wait', () => {
  const subject = program({
    name: 'after a wait',
    shared,
    threads: {
      *ann(s: Shared) {
        yield* ops.lock(s.m)
        while ((yield* ops.read(s.x, 0)) === 0) yield* ops.wait(s.c, s.m)
      },
      *ben(s: Shared) {
        yield* ops.lock(s.m)
        yield* ops.write(s.x, 0, 1)
        yield* ops.notifyAll(s.c)
        yield* ops.unlock(s.m)
      },
    },
  })
  for (const options of searches) {
    assert.deepEqual(
      checked(subject, options)
        .held.map(({ thread, operation }) => `${thread} ${operation}`)
        .sort(),
      ['ann condition reacquire', 'ann lock'],
    )
  }
})

test('reports say it, for a check and for a replay', () => {
  const subject = taking('reported', function* (s) {
    yield* ops.lock(s.m)
  })
  const view = {
    paint: noPaint,
    sources: new SourceLines(),
    width: 100,
    replayCommand: null,
    hint: null,
    allBugs: false,
  }
  const result = checked(subject)
  const line =
    /^1 lock never released:\n {2}ann ends while it holds m, taken with lock at .*held-locks\.test\.js:\d+:\d+$/m
  assert.match(checkReport(result, view as never), line)
  assert.match(replayReport(replayProgram(subject, result.outcomes[0]!.schedule), view as never), line)
})
