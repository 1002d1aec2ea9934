/** Ctrl-C, and programs that do not come back. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckResult } from '../../src/results/check-result.ts'
import { folder, heddle, main, type Running, start } from './heddle.ts'
import { endless, withAlice } from './programs.ts'

function startCheck(t: TestContext, source: string, ...args: string[]): Running {
  const running = start(folder(t, { 'p.ts': source }), process.execPath, [main, 'check', 'p.ts', ...args])
  t.after(() => running.child.kill('SIGKILL'))
  return running
}

test('Ctrl-C prints what was covered so far', async (t) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const running = startCheck(t, endless, '--json')
    await running.saw('loaded')
    await sleep(700)
    running.child.kill(signal)
    const { code, stdout } = await running.ended
    assert.equal(code, 3)
    const result = JSON.parse(stdout) as CheckResult
    assert.equal(result.outcome, 'incomplete')
    assert.match(result.guarantee, /interrupted/)
    assert.ok(result.executions > 0)
    assert.deepEqual(
      result.outcomes.map(({ value, executions }) => [value, executions]),
      [[24, result.executions]],
    )
  }
})

test('Ctrl-C keeps the bugs found until then', async (t) => {
  const source = endless.replace('outcome:', 'after(s) { throw new Error("found") }, outcome:')
  const running = startCheck(t, source, '--all-bugs')
  await running.saw('loaded')
  await sleep(700)
  running.child.kill('SIGINT')
  const { code, stdout } = await running.ended
  assert.equal(code, 1)
  assert.match(stdout, /exception: Error: found/)
  assert.match(stdout, /interrupted/)
})

test('a search that does not react is ended, with the last snapshot', async (t) => {
  const source = withAlice('yield* ops.read(s.a, 0)', {
    top: 'console.error("loading")',
    fields: 'after() { for (;;) {} }',
  })
  const running = startCheck(t, source, '--step-timeout', '1h')
  await running.saw('loading')
  await sleep(700)
  running.child.kill('SIGINT')
  await running.saw('stopping')
  running.child.kill('SIGINT')
  const { code, stdout } = await running.ended
  assert.equal(code, 3)
  assert.match(stdout, /^not finished {2}a test$/m)
  assert.match(stdout, /ended by force/)
})

test('Ctrl-C while a module loads for ever', async (t) => {
  const running = startCheck(t, 'console.error("loading"); await new Promise((resolve) => setTimeout(resolve, 1e6))\n')
  await running.saw('loading')
  running.child.kill('SIGINT')
  const { code, stdout, stderr } = await running.ended
  assert.deepEqual([code, stdout], [3, ''])
  assert.match(stderr, /interrupted while loading p\.ts; nothing was explored/)
})

test('Ctrl-C while a module loads for ever is JSON on stdout under --json', async (t) => {
  const source = 'console.error("loading"); await new Promise((resolve) => setTimeout(resolve, 1e6))\n'
  const running = startCheck(t, source, '--json')
  await running.saw('loading')
  running.child.kill('SIGINT')
  const { code, stdout } = await running.ended
  assert.equal(code, 3)
  const message = 'interrupted while loading p.ts; nothing was explored'
  assert.deepEqual(JSON.parse(stdout), {
    schema: 1,
    outcome: 'error',
    error: { kind: 'interrupted', message, at: null },
  })
})

test('a thread that never reaches a shared operation is reported, not waited for', async (t) => {
  const cwd = folder(t, {
    'first.ts': withAlice('for (;;) {}'),
    'later.ts': withAlice('yield* ops.read(s.a, 0); for (;;) {}'),
  })
  for (const file of ['first.ts', 'later.ts']) {
    const { code, stdout, stderr } = await heddle(cwd, 'check', file, '--step-timeout', '600ms')
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /thread 'alice' ran for more than 0\.6 s without reaching a shared operation/)
    assert.match(stderr, /--step-timeout/)
  }
})

test('a check that never ends is reported as well', async (t) => {
  const { code, stderr } = await heddle(
    folder(t, { 'p.ts': withAlice('yield* ops.read(s.a, 0)', { fields: 'after() { for (;;) {} }' }) }),
    'check',
    'p.ts',
    '--step-timeout',
    '200ms',
  )
  assert.equal(code, 2)
  assert.match(stderr, /outside of threads: `shared`, `after` or `outcome`/)
})

test('bugs found before a thread got stuck are not lost', async (t) => {
  const stuckLater = withAlice(
    'const v = yield* ops.atomics.load(s.b, 0); if (v === 1) for (;;) {} throw new Error("found first")',
  )
  const { code, stdout, stderr } = await heddle(
    folder(t, { 'p.ts': stuckLater }),
    'check',
    'p.ts',
    '--all-bugs',
    '--step-timeout',
    '4s',
  )
  assert.equal(code, 1, stderr)
  assert.match(stderr, /thread 'alice' ran for more than 4 s/)
  assert.match(stdout, /found first/)
})

test('a long computation within the limit is none of our business', async (t) => {
  const source = withAlice(
    'yield* ops.read(s.a, 0); for (const end = process.hrtime.bigint() + 300_000_000n; process.hrtime.bigint() < end;) {}',
  )
  const { code } = await heddle(folder(t, { 'p.ts': source }), 'check', 'p.ts', '--step-timeout', '20s')
  assert.equal(code, 0)
})

test('a replay is watched as well', async (t) => {
  const cwd = folder(t, { 'p.ts': withAlice('yield* ops.read(s.a, 0)') })
  const {
    outcomes: [row],
  } = JSON.parse((await heddle(cwd, 'check', 'p.ts', '--json')).stdout) as CheckResult
  writeFileSync(`${cwd}/p.ts`, withAlice('yield* ops.read(s.a, 0); for (;;) {}'))
  const { code, stdout, stderr } = await heddle(
    cwd,
    'replay',
    'p.ts',
    '--schedule',
    row!.schedule,
    '--step-timeout',
    '600ms',
  )
  assert.deepEqual([code, stdout], [2, ''])
  assert.match(stderr, /thread 'alice' ran for more than 0\.6 s/)
})

test('memory that runs out ends the search like a budget', async (t) => {
  // For each execution that comes to an end, however few of its steps are run for it.
  const source = endless
    .replace('outcome: (s) =>', 'outcome: (s) => keep(new Array(2_000_000).fill(0)) ??')
    .replace('const add', 'const keep = ((kept) => (x) => void kept.push(x))([])\nconst add')
  const cwd = folder(t, { 'p.ts': source })
  const { code, stdout } = await start(cwd, process.execPath, [main, 'check', 'p.ts'], {
    NODE_OPTIONS: '--max-old-space-size=120',
  }).ended
  assert.equal(code, 3)
  assert.match(stdout, /^not finished {2}endless$/m)
  assert.match(stdout, /Memory ran out/)
})
