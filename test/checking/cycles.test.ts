/** Programs whose states come again: they end by themselves, and what goes round fairly is a livelock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { replayProgram } from '../../src/checking/replay.ts'
import type { Program } from '../../src/program/program.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import { loadSource } from '../frontends/spins/check-source.ts'

function checked(subject: Program, options: CheckOptions = {}): CheckResult {
  const checker = new Checker(subject, { budgetMs: Infinity, maxExecutions: 3000, ...options })
  while (!checker.run(Infinity));
  return checker.result()
}

const source = (threads: string): Program =>
  loadSource(`
  const { choose, program, yieldNow } = require('heddle')
  module.exports = program({
    name: 'cycles',
    shared: (mem) => ({ x: mem.int32('x', 2), n: mem.int32('n', 1), m: mem.mutex('m'), l: mem.mutex('l') }),
    threads: { ${threads} },
    outcome: (s) => [...s.x, ...s.n],
  })`)

/** The default check, and the search of equal states alone. */
const ways: readonly CheckOptions[] = [{}, { reduction: 'stateful' }]

const takesTurns = (me: number): string => `t${me}(s) {
  for (let k = 0; k < 2; ) {
    if (Atomics.load(s.x, 0) !== ${me}) { Atomics.add(s.n, 0, 0); continue }
    k++
    Atomics.store(s.x, 0, ${(me + 1) % 3})
  }
}`
const locksByExchange = `(s) {
  while (Atomics.exchange(s.x, 0, 1) === 1);
  s.n[0]++
  Atomics.store(s.x, 0, 0)
}`
const dekker = (me: number, other: number): string => `t${me}(s) {
  Atomics.store(s.x, ${me}, 1)
  while (Atomics.load(s.x, ${other}) === 1) {
    if (Atomics.load(s.n, 0) !== ${me}) {
      Atomics.store(s.x, ${me}, 0)
      while (Atomics.load(s.n, 0) !== ${me}) Atomics.store(s.x, ${me}, 0)
      Atomics.store(s.x, ${me}, 1)
    }
  }
  Atomics.store(s.n, 0, ${other})
  Atomics.store(s.x, ${me}, 0)
}`

const ending: Readonly<Record<string, readonly [threads: string, outcomes: readonly (readonly number[])[]]>> = {
  'a thread that locks, looks and unlocks': [
    `a(s) { for (;;) { s.m.lock(); const done = s.x[0]; s.m.unlock(); if (done === 1) break } },
     b(s) { s.m.lock(); s.x[0] = 1; s.m.unlock() }`,
    [[1, 0, 0]],
  ],
  'a thread that looks and says so': [
    'a(s) { for (;;) { if (Atomics.load(s.x, 0) === 1) break; Atomics.store(s.x, 1, 2) } }, b(s) { Atomics.store(s.x, 0, 1) }',
    [
      [1, 0, 0],
      [1, 2, 0],
    ],
  ],
  'a lock by exchange': [`a${locksByExchange}, b${locksByExchange}`, [[0, 0, 2]]],
  'a thread that goes on until it is its choice to end': [
    'a(s) { for (;;) { Atomics.store(s.x, 0, 1); if (choose(2) === 0) break; Atomics.store(s.x, 0, 2) } }, b(s) { Atomics.add(s.n, 0, 1) }',
    [[1, 0, 1]],
  ],
  'three threads that take turns': [[0, 1, 2].map(takesTurns).join(), [[0, 0, 0]]],
  'a lock of two threads by turns': [
    `${dekker(0, 1)}, ${dekker(1, 0)}`,
    [
      [0, 0, 0],
      [0, 0, 1],
    ],
  ],
}

for (const [what, [threads, outcomes]] of Object.entries(ending))
  test(`${what}: verified, in any schedule`, () => {
    for (const options of ways) {
      const result = checked(source(threads), options)
      assert.deepEqual([result.outcome, result.exhaustive, result.cut], ['verified', true, 0], result.guarantee)
      assert.match(result.guarantee, / is reachable in any schedule\./)
      assert.match(result.guarantee, / Threads can go round for ever, but only in unfair schedules/)
      const values = result.outcomes.map(({ value }) => JSON.stringify(value)).sort()
      assert.deepEqual(values, outcomes.map((value) => JSON.stringify(value)).sort())
    }
  })

test('what waits at no cost to others is verified within a bound on preemptions, too', () => {
  const result = checked(source(ending['a lock by exchange']![0]), { bounds: { preemption: 2 } })
  assert.equal(result.outcome, 'verified', result.guarantee)
})

const polite = (me: number, other: number, retreat = ''): string =>
  `for (;;) { Atomics.store(s.x, ${me}, 1); if (Atomics.load(s.x, ${other}) === 0) break; Atomics.store(s.x, ${me}, 0); ${retreat} } Atomics.store(s.x, ${me}, 0)`

const livelocks: Readonly<Record<string, string>> = {
  'a thread that looks for what never comes': `
    a(s) { for (;;) { s.m.lock(); const done = s.x[0]; s.m.unlock(); if (done === 1) break } },
    b(s) { s.m.lock(); s.x[0] = 2; s.m.unlock() }`,
  'two threads that give way to each other': `a(s) { ${polite(0, 1)} }, b(s) { ${polite(1, 0)} }`,
  'two threads that give way and yield': `a(s) { ${polite(0, 1, 'yieldNow()')} }, b(s) { ${polite(1, 0, 'yieldNow()')} }`,
  'two threads that try two locks': `
    a(s) { for (;;) { s.m.lock(); if (s.l.tryLock()) break; s.m.unlock() } s.l.unlock(); s.m.unlock() },
    b(s) { for (;;) { s.l.lock(); if (s.m.tryLock()) break; s.l.unlock() } s.m.unlock(); s.l.unlock() }`,
  'a thread that goes round whatever it chooses': `
    a(s) { for (;;) { Atomics.store(s.x, 0, choose(2)); Atomics.store(s.x, 0, 2) } },
    b(s) { Atomics.add(s.n, 0, 1) }`,
  'a state machine that goes round': `
    a(s) { for (;;) { const now = Atomics.load(s.x, 0); Atomics.store(s.x, 0, (now + 1) % 3) } }`,
}

for (const [what, threads] of Object.entries(livelocks))
  test(`${what}: a livelock`, () => {
    for (const options of ways) {
      const subject = source(threads)
      const { outcome, bugs, guarantee } = checked(subject, options)
      assert.deepEqual([outcome, bugs.map(({ kind }) => kind)], ['bug', ['livelock']], guarantee)
      const { bug } = replayProgram(subject, bugs[0]!.schedule)
      assert.deepEqual([bug?.kind, bug?.message], ['livelock', bugs[0]!.message])
    }
  })

test('a failure behind a loop that others could go round in for ever is found', () => {
  const threads = `
    a(s) { for (;;) { if (Atomics.load(s.x, 0) === 1) break; Atomics.store(s.x, 1, 0) } },
    b(s) { Atomics.store(s.n, 0, 1); throw new Error('b') }`
  for (const options of ways) {
    const { bugs } = checked(source(threads), { ...options, maxDepth: 200 })
    assert.deepEqual(
      bugs.map(({ message }) => message),
      ['Error: b'],
    )
  }
})
