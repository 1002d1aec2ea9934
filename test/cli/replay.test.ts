import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import type { CheckResult, ReplayResult } from '../../src/results/check-result.ts'
import { invocation, replayCommand } from '../../src/cli/replay-command.ts'
import { shellQuote } from '../../src/report/replay-line.ts'
import { folder, heddle, start } from './heddle.ts'
import { lostUpdate, twoLocks } from './programs.ts'

async function scheduleOfBug(cwd: string, file: string): Promise<string> {
  const { stdout } = await heddle(cwd, 'check', file, '--json')
  return (JSON.parse(stdout) as CheckResult).bugs[0]!.schedule
}

test('a replay shows each event with thread, operation, location, value and source line, and marks preemptions', async (t) => {
  const cwd = folder(t, { 'p.ts': lostUpdate })
  const { code, stdout } = await heddle(cwd, 'replay', 'p.ts', '--schedule', await scheduleOfBug(cwd, 'p.ts'))
  assert.equal(code, 1)
  const rows = stdout
    .split('\n')
    .filter((line) => /balance\[0\] {2}/.test(line))
    .map((line) => line.trim().split(/ {2,}/))
  assert.deepEqual(rows, [
    ['1', 'alice', 'read', 'balance[0]', '100', 'p.ts:9:31', 'const seen = yield* ops.read(s.balance, 0)'],
    ['>', '2', 'bob', 'read', 'balance[0]', '100', 'p.ts:13:31', 'const seen = yield* ops.read(s.balance, 0)'],
    ['3', 'bob', 'write', 'balance[0]', '= 110', 'p.ts:14:18', 'yield* ops.write(s.balance, 0, seen + 10)'],
    ['4', 'alice', 'write', 'balance[0]', '= 40', 'p.ts:10:18', 'yield* ops.write(s.balance, 0, seen - 60)'],
  ])
  assert.match(stdout, /^assertion: the balance is wrong\n(.*\n)? +at p\.ts:19:12$/m)
})

test('--json has the same events', async (t) => {
  const cwd = folder(t, { 'p.ts': twoLocks })
  const schedule = await scheduleOfBug(cwd, 'p.ts')
  const { code, stdout } = await heddle(cwd, 'replay', 'p.ts', '--schedule', schedule, '--json')
  assert.equal(code, 1)
  const result = JSON.parse(stdout) as ReplayResult
  assert.deepEqual(
    [result.schema, result.program, result.schedule, result.outcome, result.value],
    [1, 'two locks', schedule, 'bug', 'deadlock'],
  )
  assert.deepEqual(
    result.events.map(({ thread, operation, location, preemption }) => [thread, operation, location, preemption]),
    [
      ['ann', 'lock', 'left', false],
      ['ben', 'lock', 'right', true],
    ],
  )
  assert.deepEqual(
    result.bug?.waiting?.map(({ thread, heldBy }) => [thread, ...heldBy]),
    [
      ['ann', 'ben'],
      ['ben', 'ann'],
    ],
  )
})

test('a changed source still replays while the operations agree, with a note', async (t) => {
  const cwd = folder(t, { 'p.ts': lostUpdate })
  const schedule = await scheduleOfBug(cwd, 'p.ts')
  assert.doesNotMatch((await heddle(cwd, 'replay', 'p.ts', '--schedule', schedule)).stdout, /note:/)
  writeFileSync(`${cwd}/p.ts`, `// a comment\n${lostUpdate}`)
  const changed = await heddle(cwd, 'replay', 'p.ts', '--schedule', schedule)
  assert.equal(changed.code, 1)
  assert.match(changed.stdout, /^note: the source has changed/m)
  writeFileSync(
    `${cwd}/p.ts`,
    lostUpdate.replace(
      'ops.read(s.balance, 0)\n      yield* ops.write(s.balance, 0, seen + 10)',
      'ops.atomics.load(s.balance, 0)',
    ),
  )
  const other = await heddle(cwd, 'replay', 'p.ts', '--schedule', schedule)
  assert.equal(other.code, 2)
  assert.match(other.stderr, /event 2, of thread bob, was another operation .*now it is `Atomics\.load balance\[0\]`/)
})

test('the printed command is safe to paste', async (t) => {
  for (const word of [
    'plain.ts',
    'a b',
    "it's",
    '$HOME',
    '`x`',
    'a;b',
    '*',
    '~',
    'ü',
    '',
    '-',
    '"',
    '\\',
    '!',
    'new\nline',
  ]) {
    const { stdout } = await start(folder(t), 'sh', ['-c', `printf %s ${shellQuote(word)}`]).ended
    assert.equal(stdout, word)
  }
  assert.equal(replayCommand('-x.ts', 'h1.A-_', ['heddle']), 'heddle replay ./-x.ts --schedule h1.A-_')
})

test('the printed command starts heddle as it was started', () => {
  const here = process.cwd()
  assert.deepEqual(invocation('/x/bin/heddle', { PATH: '/bin:/x/bin' }), ['heddle'])
  assert.deepEqual(invocation('/x/bin/heddle', { PATH: '/bin' }), ['/x/bin/heddle'])
  assert.deepEqual(invocation(`${here}/node_modules/.bin/heddle`, { PATH: '/bin' }), ['./node_modules/.bin/heddle'])
  assert.deepEqual(invocation(`${here}/node_modules/.bin/heddle`, { PATH: '/bin', npm_command: 'exec' }), [
    'npx',
    'heddle',
  ])
  assert.deepEqual(invocation(`${here}/dist/bundle/cli/main.js`, {}), ['node', 'dist/bundle/cli/main.js'])
})
