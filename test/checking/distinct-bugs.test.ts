import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import type { Condition } from '../../src/program/primitives/condition.ts'
import type { Mutex } from '../../src/program/primitives/mutex.ts'
import { program, type Program } from '../../src/program/program.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import { loadSource } from '../frontends/spins/check-source.ts'

function bugsOf(subject: Program, options: CheckOptions = {}): CheckResult['bugs'] {
  const checker = new Checker(subject, { allBugs: true, ...options })
  while (!checker.run(1000));
  return checker.result().bugs
}

const searches: readonly CheckOptions[] = [{}, { reduction: 'none' }, { reduction: 'dpor' }, { reduction: 'optimal' }]
const messages = (subject: Program, options: CheckOptions): string[] =>
  bugsOf(subject, options)
    .map(({ message }) => message.replace('no thread can go on: ', ''))
    .sort()

test('a join and a lock on what was allocated first are different deadlocks', () => {
  type Shared = { m: Mutex; x: Int32Array }
  const subject = program({
    name: 'join or lock',
    shared: (mem: Mem): Shared => ({ m: mem.mutex('m'), x: mem.int32('x', 1) }),
    threads: {
      *a(s: Shared) {
        yield* ops.lock(s.m)
        const child = yield* ops.spawn('blocked')
        if ((yield* ops.read(s.x, 0)) === 0) yield* ops.join(child)
        else yield* ops.lock(s.m)
      },
      *b(s: Shared) {
        yield* ops.write(s.x, 0, 1)
      },
    },
    tasks: {
      *blocked(s: Shared) {
        yield* ops.lock(s.m)
      },
    },
  })
  for (const options of searches) {
    assert.deepEqual(
      messages(subject, options),
      [
        'a waits at join 64; blocked#64 waits at lock m held by a',
        'a waits at lock m held by a; blocked#64 waits at lock m held by a',
      ],
      JSON.stringify(options),
    )
  }
})

test('joins of different threads are different deadlocks', () => {
  const subject = program({
    name: 'two joins',
    shared: (mem: Mem) => ({ x: mem.int32('x', 1), e: mem.event('e'), f: mem.event('f') }),
    threads: {
      *a(s: { x: Int32Array }) {
        const first = yield* ops.spawn('first')
        const second = yield* ops.spawn('second')
        yield* ops.join((yield* ops.read(s.x, 0)) === 0 ? first : second)
      },
      *b(s: { x: Int32Array }) {
        yield* ops.write(s.x, 0, 1)
      },
    },
    tasks: {
      *first(s: any) {
        yield* ops.wait(s.e)
      },
      *second(s: any) {
        yield* ops.wait(s.f)
      },
    },
  })
  for (const options of searches) assert.equal(bugsOf(subject, options).length, 2, JSON.stringify(options))
})

test('one condition with two mutexes: who waits with which of them counts', () => {
  type Shared = { m: Mutex; n: Mutex; c: Condition; x: Int32Array }
  const subject = program({
    name: 'two mutexes',
    shared: (mem: Mem): Shared => ({
      m: mem.mutex('m'),
      n: mem.mutex('n'),
      c: mem.condition('c'),
      x: mem.int32('x', 1),
    }),
    threads: {
      *a(s: Shared) {
        const mutex = (yield* ops.read(s.x, 0)) === 0 ? s.m : s.n
        yield* ops.lock(mutex)
        yield* ops.wait(s.c, mutex)
      },
      *b(s: Shared) {
        yield* ops.write(s.x, 0, 1)
      },
    },
  })
  for (const options of searches) assert.equal(bugsOf(subject, options).length, 2, JSON.stringify(options))
})

test('who holds a lock is said of the lock that is waited for, whatever was waited for before', () => {
  type Shared = { m: Mutex; n: Mutex; c: Condition }
  const subject = program({
    name: 'held by',
    shared: (mem: Mem): Shared => ({ c: mem.condition('c'), m: mem.mutex('m'), n: mem.mutex('n') }),
    threads: {
      *a(s: Shared) {
        yield* ops.lock(s.m)
        yield* ops.wait(s.c, s.m)
        yield* ops.lock(s.n)
      },
      *b(s: Shared) {
        yield* ops.lock(s.n)
        yield* ops.lock(s.m)
        yield* ops.notifyAll(s.c)
        yield* ops.unlock(s.m)
      },
    },
  })
  assert.ok(messages(subject, { reduction: 'optimal' }).includes('a waits at lock n held by b, which has ended'))
})

test('two loops in which the same thread can go round for ever are two livelocks', () => {
  // Plain code: what a generator thread knows cannot be told, so that its loops may end.
  const subject = loadSource(`const { choose, program, yieldNow } = require('heddle')
    module.exports = program({
      name: 'two loops', shared: (mem) => ({ x: mem.int32('x', 3) }),
      threads: [(s) => {
        if (choose(2) === 0) while (Atomics.load(s.x, 1) === 0) { Atomics.store(s.x, 0, 1); yieldNow() }
        else while (Atomics.load(s.x, 2) === 0) { Atomics.store(s.x, 0, 1); yieldNow() }
      }],
    })`)
  assert.deepEqual(
    bugsOf(subject, { reduction: 'optimal', maxDepth: 400 }).map(({ kind }) => kind),
    ['livelock', 'livelock'],
  )
})
