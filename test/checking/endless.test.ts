/** Executions that the depth limit cuts: what is a livelock, what may still end, and what can be done about it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { replayProgram } from '../../src/checking/replay.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program } from '../../src/program/program.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import { loadSource } from '../frontends/spins/check-source.ts'

function checked(subject: Program, options: CheckOptions = {}): CheckResult {
  const checker = new Checker(subject, { budgetMs: Infinity, maxExecutions: 3000, ...options })
  while (!checker.run(Infinity));
  return checker.result()
}

const source = (
  threads: string,
  shared = "x: mem.int32('x', 2), n: mem.int32('n', 1), m: mem.mutex('m'), l: mem.mutex('l'), q: mem.semaphore('q', 5000)",
): Program =>
  loadSource(`
  const { choose, program, yieldNow } = require('heddle')
  const helper = (s, i) => Atomics.load(s.x, i)
  module.exports = program({ name: 'endless', shared: (mem) => ({ ${shared} }), threads: { ${threads} } })`)

const kinds = ({ bugs }: CheckResult): string[] => bugs.map(({ kind }) => kind)

test('a loop of 12,000 loads that ends is cut at the depth limit, and no livelock', () => {
  const plain = source('a(s) { for (let i = 0; i < 12_000; i++) Atomics.load(s.x, 0) }')
  const counting = source('a(s) { let i = 0; while (i < 12_000) { Atomics.load(s.x, 0); i++ } }')
  const generator = program({
    name: 'generator',
    shared: (mem) => ({ x: mem.int32('x', 1) }),
    threads: {
      *a(s: { x: Int32Array<SharedArrayBuffer> }) {
        for (let i = 0; i < 12_000; i++) yield* ops.atomics.load(s.x, 0)
      },
    },
  })
  for (const subject of [plain, counting, generator]) {
    const result = checked(subject)
    assert.deepEqual([result.outcome, kinds(result), result.cut > 0], ['incomplete', [], true], result.guarantee)
    assert.match(
      result.guarantee,
      /1 execution was cut at the depth limit of 10,000 events \(a at .*\), and it is not known whether it ends/,
    )
    assert.equal(checked(subject, { maxDepth: 20_000 }).outcome, 'verified')
  }
})

test('a loop of 12,000 rounds that yields and ends is no livelock, and is not told to yield', () => {
  for (const loop of [
    'for (let i = 0; i < 12_000; i++) { if (Atomics.load(s.x, 0) === 1) break; yieldNow() }',
    'let i = 0; while (i < 12_000 && Atomics.load(s.x, 0) === 0) { yieldNow(); i++ }',
  ]) {
    const result = checked(source(`a(s) { ${loop} }`))
    assert.deepEqual([result.outcome, kinds(result)], ['incomplete', []], result.guarantee)
    assert.doesNotMatch(result.guarantee, /yieldNow/)
  }
})

test('a loop of 20,000 increments is cut, and is not told that it has no end', () => {
  for (const loop of [
    'for (let i = 0; i < 20_000; i++) s.n[0]++',
    'let i = 0; while (i < 20_000) { s.n[0]++; i++ }',
    'while (s.n[0] < 20_000) s.n[0]++',
  ]) {
    const result = checked(source(`a(s) { ${loop} }, b(s) { s.x[0] = 1 }`), { maxExecutions: 20 })
    assert.deepEqual([result.outcome, kinds(result)], ['incomplete', []], result.guarantee)
    assert.doesNotMatch(result.guarantee, /without an end|for ever/)
  }
})

test('a bug is found beside a loop that is cut', () => {
  const result = checked(
    source("a(s) { for (let i = 0; i < 300; i++) s.n[0]++ }, b(s) { s.x[0] = 1; throw new Error('b') }"),
    { maxDepth: 200 },
  )
  assert.deepEqual(
    result.bugs.map(({ message }) => message),
    ['Error: b'],
  )
})

test('where every execution is cut, the search ends and says where', () => {
  const result = checked(
    source('a(s) { for (let i = 0; i < 3000; i++) s.n[0]++ }, b(s) { for (let i = 0; i < 3000; i++) s.n[0]-- }'),
    { maxDepth: 500 },
  )
  assert.equal(result.outcome, 'incomplete')
  assert.match(result.guarantee, /every execution so far was cut at the depth limit of 500 events \(.*a at /)
  assert.ok(result.transitions < 1e7)
})

const polite = (me: number, other: number, retreat = 'yieldNow()'): string =>
  `for (;;) { Atomics.store(s.x, ${me}, 1); if (Atomics.load(s.x, ${other}) === 0) break; Atomics.store(s.x, ${me}, 0); ${retreat} } Atomics.store(s.x, ${me}, 0)`

const livelocks: Readonly<Record<string, string>> = {
  'two threads that give way to each other': `a(s) { ${polite(0, 1)} }, b(s) { ${polite(1, 0)} }`,
  'two threads that try two locks': `
    a(s) { for (;;) { s.m.lock(); if (s.l.tryLock()) break; s.m.unlock(); yieldNow() } s.l.unlock(); s.m.unlock() },
    b(s) { for (;;) { s.l.lock(); if (s.m.tryLock()) break; s.l.unlock(); yieldNow() } s.m.unlock(); s.l.unlock() }`,
  'a swap there and back':
    'a(s) { while (Atomics.exchange(s.x, 0, 1) === 0 && Atomics.exchange(s.x, 0, 0) === 1) yieldNow() }',
  elements: 'a(s) { while (s.x[1] === 0) { s.x[0] = 1; s.x[0]--; yieldNow() } }',
  'a loop in a loop':
    'a(s) { let w; for (;;) { do { w = Atomics.load(s.x, 0); yieldNow() } while (w === 1); if (Atomics.load(s.x, 1) === 1) break; Atomics.store(s.x, 0, 0) } }',
  'a loop with a try':
    'a(s) { for (;;) { s.m.lock(); try { if (s.x[0] === 1) return } finally { s.m.unlock() } yieldNow() } }',
  'three places':
    'a(s) { while (Atomics.load(s.x, 0) + Atomics.load(s.x, 1) + Atomics.load(s.n, 0) === 0) yieldNow() }',
  'a helper that looks': 'a(s) { while (helper(s, 0) === 0) yieldNow() }',
  'a timed wait': "a(s) { while (Atomics.wait(s.x, 0, 0, 10) === 'timed-out'); }",
  'threads that go round at different speeds': `
    a(s) { while (Atomics.load(s.n, 0) === 0) { Atomics.store(s.x, 0, 0); yieldNow() } },
    b(s) { while (Atomics.load(s.n, 0) === 0) { Atomics.store(s.x, 1, 0); Atomics.store(s.x, 1, 0); yieldNow() } }`,
}

for (const [what, threads] of Object.entries(livelocks)) {
  test(`${what}: a livelock, since nothing has changed after a round`, () => {
    const subject = source(threads)
    const result = checked(subject, { bounds: { fair: 2 }, maxDepth: 1000 })
    assert.deepEqual([result.outcome, kinds(result)], ['bug', ['livelock']], result.guarantee)
    const { bug } = replayProgram(subject, result.bugs[0]!.schedule)
    assert.deepEqual([bug?.kind, bug?.message], ['livelock', result.bugs[0]!.message])
  })
}

/** Every one of them would end some day, or cannot be told from one that does. */
const open: Readonly<Record<string, string>> = {
  'a variable that counts':
    'a(s) { let n = 0; while (n < 5000) { Atomics.exchange(s.x, 0, 1); Atomics.exchange(s.x, 0, 0); yieldNow(); n++ } }',
  'a variable that another function counts':
    'a(s) { let n = 0; const more = () => n++ < 5000; while (more()) { Atomics.exchange(s.x, 0, 0); yieldNow() } }',
  'a property that counts':
    'a(s) { const o = { n: 0 }; while (o.n < 5000) { Atomics.exchange(s.x, 0, 0); yieldNow(); o.n++ } }',
  'an element of its own that counts':
    'a(s) { const own = [0]; while (own[0] < 5000) { Atomics.exchange(s.x, 0, 0); yieldNow(); own[0]++ } }',
  'memory of its own that counts':
    'a(s) { const own = new Int32Array(1); while (Atomics.add(own, 0, 1) < 5000) { Atomics.exchange(s.x, 0, 0); yieldNow() } }',
  'a getter that counts':
    'a(s) { const o = { n: 0, get next() { return this.n++ } }; while (o.next < 5000) { Atomics.exchange(s.x, 0, 0); yieldNow() } }',
  'a method that counts':
    'a(s) { const o = { p: { n: 0, next() { return this.n++ } } }; while (o.p.next() < 5000) { Atomics.exchange(s.x, 0, 0); yieldNow() } }',
  'a value to be stored that counts':
    'a(s) { let n = 0; const v = { valueOf() { return n++ < 5000 ? 0 : 1 } }; while (s.x[0] === 0) { s.x[0] = v; yieldNow() } }',
  'a loop around it that counts':
    'a(s) { for (let n = 0; n < 2000; n++) { do { Atomics.exchange(s.x, 0, 0); yieldNow() } while (s.x[0] === 1) } }',
  'an array that grows':
    'a(s) { const list = []; while (list.length < 5000) { Atomics.exchange(s.x, 0, 0); yieldNow(); list.push(0) } }',
  'a variable that is swapped with another':
    'a(s) { let m = 0, n = 0; while (n < 5000) { m = n + 1; Atomics.exchange(s.x, 0, 0); yieldNow(); n = m } }',
  'a semaphore that runs out': 'a(s) { while (s.q.tryAcquire()) yieldNow() }',
  'a choice': 'a(s) { while (choose(2) === 0) { Atomics.exchange(s.x, 0, 0); yieldNow() } }',
  'a helper that nothing is known of': 'a(s) { const o = { helper }; while (o["hel" + "per"](s, 0) === 0) yieldNow() }',
  'a helper that counts': 'a(s) { let n = 0; const look = (t) => n++ + t.x[0]; while (look(s) < 5000) yieldNow() }',
}

for (const [what, threads] of Object.entries(open)) {
  test(`${what}: cut, and no livelock`, () => {
    const result = checked(source(threads), { bounds: { fair: 2 }, maxDepth: 1000, maxExecutions: 5 })
    assert.deepEqual([result.outcome, kinds(result), result.cut > 0], ['incomplete', [], true], result.guarantee)
    assert.doesNotMatch(result.guarantee, /without an end/)
  })
}

test('a loop without an end that keeps others from running is told to yield, where it does not', () => {
  const loop = 'for (;;) { if (Atomics.load(s.x, 0) === 1) break; Atomics.store(s.x, 1, 0) }'
  const result = checked(source(`a(s) { ${loop} }, b(s) { Atomics.store(s.x, 0, 1) }`), { reduction: 'dpor' })
  assert.equal(result.outcome, 'incomplete')
  assert.match(
    result.guarantee,
    /a loop without an end \(a at .*\) while other threads could run; call yieldNow\(\) in the loop of a \(or name it: --yield FILE:LINE\),/,
  )
})

test('a loop that yields is not told to yield, but that a fair bound leaves it', () => {
  const loop = 'for (;;) { if (Atomics.load(s.x, 0) === 1) break; Atomics.store(s.x, 1, 0); yieldNow() }'
  const result = checked(source(`a(s) { ${loop} }, b(s) { Atomics.store(s.x, 0, 1) }`), { reduction: 'dpor' })
  assert.equal(result.outcome, 'incomplete')
  assert.match(
    result.guarantee,
    /a loop without an end .* while other threads could run; a fair bound leaves it \(--bound fair:2\)/,
  )
  assert.doesNotMatch(result.guarantee, /call yieldNow/)
})

test('a check finds the livelock that an unbounded fair search finds', () => {
  const result = checked(source(livelocks['two threads that give way to each other']!), {
    maxDepth: 1000,
    maxExecutions: 20_000,
  })
  assert.deepEqual([result.outcome, kinds(result)], ['bug', ['livelock']], result.guarantee)
})

test('a check of a program that yields is complete without a bound on preemptions as soon as the fair search is, or one without any', () => {
  const rounds = (me: number): string =>
    `for (let i = 0; i < 2; i++) { if (Atomics.add(s.x, ${me}, 1) > 5) break; Atomics.add(s.x, ${1 - me}, 1); yieldNow() }`
  const waits = 'while (Atomics.add(s.n, 0, 0) === 0) yieldNow()'
  const ending = checked(source(`a(s) { ${rounds(0)} }, b(s) { ${rounds(1)} }, c(s) { ${rounds(0)} }`), {
    maxExecutions: 500_000,
  })
  assert.deepEqual([ending.outcome, ending.exhaustive, ending.search.bounds], ['verified', true, {}], ending.guarantee)
  const waiting = checked(
    source(`a(s) { ${rounds(0)}; Atomics.store(s.n, 0, 1) }, b(s) { ${rounds(1)} }, c(s) { ${waits} }`),
    { maxExecutions: 500_000 },
  )
  assert.deepEqual([waiting.outcome, waiting.search.bounds], ['verified', { fair: 2 }], waiting.guarantee)
})
