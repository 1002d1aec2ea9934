import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { runFixture, runSource, runUntilOutcomes } from './run-fixture.ts'

test('threads really race: both orders of a ticket are seen', async () => {
  const result = await runUntilOutcomes('ticket', 2)
  const values = result.outcomes.map(({ value }) => JSON.stringify(value)).sort()
  assert.deepEqual(values, ['{"alice":0,"bob":1}', '{"alice":1,"bob":0}'])
  assert.equal(result.program, 'ticket')
  assert.equal(result.mode, 'plain')
  const { min, median, p95 } = result.microsecondsPerRun!
  assert.ok(min > 0 && min <= median && median <= p95 && median < result.seconds * 1e6)
})

test('modules are loaded once, memory is restored before every run', async () => {
  const { outcomes } = await runSource(
    `let before = 0
    export default program({ name: 'warm', shared: (mem) => ({ n: mem.int32('n', [7]), big: mem.bigint64('big', [3n]), f: mem.float64('f', [0.5]) }),
      threads: { t: (s) => { s.n[0]++; s.big[0] = 9n; s.f[0] = NaN; return before++ } },
      outcome: (s, { t }) => [t, s.n[0], s.big[0], s.f[0]] })`,
    { repeat: 3 },
  )
  assert.deepEqual(
    outcomes.map(({ value }) => value),
    [0, 1, 2].map((t) => [t, 8, { $bigint: '9' }, { $number: 'NaN' }]),
  )
})

test('what shared makes besides memory is made anew for every run and every thread', async () => {
  const result = await runSource(
    `class Counter { n = 0 }
    export default program({ name: 'fresh', shared: (mem) => ({ x: mem.int32('x', [1]), lock: mem.rwlock('lock'), own: new Counter() }),
      tasks: { t: (s) => { s.lock.readLock(); s.lock.readUnlock(); return ++s.own.n } },
      threads: [(s) => ++s.own.n, (s) => { s.x[0] = 2; return [++s.own.n, join(spawn('t')), join(spawn('t')), join(spawn('t'))] }],
      outcome: (s, results) => [s.own.n, s.x[0], results] })`,
    { repeat: 20 },
  )
  assert.deepEqual(result.failures, [])
  assert.deepEqual(result.outcomes, [{ value: [0, 2, [1, [1, 1, 1, 1]]], runs: 20 }])
})

test('locks that one run leaves held are free in the next', async () => {
  const result = await runSource(
    `export default program({ name: 'held', shared: (mem) => ({ lock: mem.rwlock('lock'), m: mem.mutex('m') }),
      threads: { t(s) { s.lock.readLock(); s.m.lock() }, u() {} } })`,
    { repeat: 10 },
  )
  assert.deepEqual(result.failures, [])
})

test('choose takes every value, yieldNow does nothing', async () => {
  const { outcomes } = await runSource(
    `export default program({ name: 'choice', shared: (mem) => ({ x: mem.int32('x', 1) }),
    threads: { *g() { yield* ops.yieldNow(); return yield* ops.choose(3) }, p: () => { yieldNow(); return choose(1) } } })`,
    { repeat: 300 },
  )
  assert.deepEqual(outcomes.map(({ value }) => (value as { g: number }).g).sort(), [0, 1, 2])
})

test('a stop gives what was seen so far', async () => {
  const controller = new AbortController()
  const seen: number[] = []
  const result = await runFixture('ticket', {
    repeat: 10_000_000,
    signal: controller.signal,
    onProgress: (done) => {
      seen.push(done)
      controller.abort()
    },
  })
  assert.ok(result.runs >= seen[0]! && result.runs < 10_000_000)
  assert.equal(
    result.outcomes.reduce((sum, { runs }) => sum + runs, 0),
    result.runs,
  )
})

test('a stop during a run that would not end', async () => {
  const result = await runSource(
    `export default program({ name: 'endless', shared: (mem) => ({ x: mem.int32('x', 1) }), threads: [(s) => { for (;;); }] })`,
    { timeoutMs: 60_000, signal: AbortSignal.timeout(1500) },
  )
  assert.equal(result.runs, 0)
  assert.deepEqual(result.failures, [])
})

test('a stop while `after` does not return', async () => {
  const endless = `export default program({ name: 'endless', shared: (mem) => ({ x: mem.int32('x', 1) }), threads: [() => 1], after() { for (;;); } })`
  // Late enough for the run to have begun, also on a busy machine.
  await assert.rejects(runSource(endless, { signal: AbortSignal.timeout(5000) }), {
    kind: 'program',
    message: /`after` did not return within 3 s/,
  })
})

test('what the program prints goes to standard error, in full', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-real-'))
  try {
    const program = join(folder, 'program.mjs')
    writeFileSync(
      program,
      `import { program } from 'heddle'
      console.log('at load')
      export default program({ name: 'prints', shared: (mem) => ({ x: mem.int32('x', 1) }),
        threads: [(s) => { for (let i = 0; i < 500; i++) console.log('thread line', i); process.stdout.write('x'.repeat(300_000) + '\\n'); process.exit(0) }],
        after: () => console.log('never reached') })`,
    )
    const main = `import { runPlain } from ${JSON.stringify(new URL('../../src/host/run.js', import.meta.url).href)}
      const result = await runPlain(${JSON.stringify(program)})
      process.stdout.write(JSON.stringify(result))`
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', main], {
      maxBuffer: 1e8,
    })
    assert.equal((JSON.parse(stdout) as { program: string }).program, 'prints')
    assert.ok(stderr.includes('at load\n'))
    for (let i = 0; i < 500; i++) assert.ok(stderr.includes(`thread line ${i}\n`))
    assert.ok(stderr.includes(`${'x'.repeat(300_000)}\n`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
