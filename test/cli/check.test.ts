import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResult } from '../../src/results/check-result.ts'
import { folder, heddle, type Ran, start } from './heddle.ts'
import { atomicUpdate, endless, lostUpdate, twoLocks, withAlice } from './programs.ts'

function parsed({ stdout }: Ran): CheckResult {
  assert.equal(stdout.indexOf('\n'), stdout.length - 1, 'one line')
  return JSON.parse(stdout) as CheckResult
}

test('a bug: exit code 1, and a report with place, events and a replay command that works', async (t) => {
  const cwd = folder(t, { "it's mine/lost update.ts": lostUpdate })
  const { code, stdout, stderr } = await heddle(cwd, 'check', "it's mine/lost update.ts")
  assert.equal(code, 1)
  assert.equal(stderr, '')
  assert.match(stdout, /^bug found {2}lost update$/m)
  assert.match(stdout, /^assertion: the balance is wrong$/m)
  assert.match(
    stdout,
    /at it's mine\/lost update\.ts:19:12\n +19 \| {5}assert\.equal\(s\.balance\[0\], 50, .*\n +\| {12}\^/,
  )
  assert.match(stdout, /> +2 +bob +read +balance\[0\] +100 +it's mine\/lost update\.ts:13:\d+ +const seen = yield/)
  assert.doesNotMatch(stdout, /\u001b/)
  const command = /Replay it:\n +(.*)/.exec(stdout)?.[1]
  assert.ok(command?.includes(`'it'\\''s mine/lost update.ts'`), command)
  const replayed = await start(cwd, 'sh', ['-c', command!]).ended
  assert.equal(replayed.code, 1, replayed.stderr)
  assert.match(replayed.stdout, /the balance is wrong/)
})

test('--json is the documented object and nothing else', async (t) => {
  const cwd = folder(t, { 'p.ts': lostUpdate })
  const ran = await heddle(cwd, 'check', 'p.ts', '--json', '--all-bugs', '--reduction', 'none')
  assert.equal(ran.code, 1)
  const result = parsed(ran)
  assert.deepEqual(Object.keys(result).sort(), [
    'advice',
    'blocked',
    'bugs',
    'cut',
    'estimate',
    'excluded',
    'executions',
    'exhaustive',
    'guarantee',
    'held',
    'inputs',
    'instrumented',
    'localStates',
    'merged',
    'omitted',
    'outcome',
    'outcomes',
    'passes',
    'peakRssBytes',
    'program',
    'races',
    'repeated',
    'sampling',
    'schema',
    'search',
    'seconds',
    'states',
    'stopped',
    'traces',
    'transitions',
    'tree',
    'truncated',
    'values',
    'visited',
  ])
  assert.deepEqual(
    [result.schema, result.program, result.outcome, result.exhaustive, result.executions, result.transitions],
    [1, 'lost update', 'bug', true, 6, 24],
  )
  const outcomes = result.outcomes.map(({ value, executions }) => [value, executions] as [number, number])
  assert.deepEqual(
    outcomes.sort(([a], [b]) => a - b),
    [
      [40, 2],
      [50, 2],
      [110, 2],
    ],
  )
  const [bug] = result.bugs
  assert.deepEqual([bug?.kind, bug?.at, bug?.preemptions, bug?.thread], ['assertion', 'p.ts:19:12', 1, null])
})

test('every schedule of an outcome leads to that outcome', async (t) => {
  const cwd = folder(t, { 'p.ts': lostUpdate })
  const { outcomes } = parsed(await heddle(cwd, 'check', 'p.ts', '--json', '--all-bugs'))
  assert.equal(outcomes.length, 3)
  for (const { value, schedule } of outcomes) {
    const replayed = await heddle(cwd, 'replay', 'p.ts', '--schedule', schedule, '--json')
    assert.equal((JSON.parse(replayed.stdout) as { value: unknown }).value, value)
    assert.equal(replayed.code, value === 50 ? 0 : 1)
  }
})

test('no bug: exit code 0, and what is guaranteed', async (t) => {
  const cwd = folder(t, { 'p.ts': atomicUpdate })
  const { code, stdout } = await heddle(cwd, 'check', 'p.ts')
  assert.equal(code, 0, stdout)
  assert.match(stdout, /^verified {2}atomic update$/m)
  assert.match(stdout, /in any schedule/)
  assert.match(stdout, /^ +2 +50 +h1\./m)
  assert.match(stdout, /^2 executions, 4 transitions/m)
  const result = parsed(await heddle(cwd, 'check', 'p.ts', '--json', '--no-count'))
  assert.deepEqual([result.outcome, result.exhaustive, result.traces, result.bugs], ['verified', true, null, []])
})

test('a deadlock says who waits for what held by whom', async (t) => {
  const cwd = folder(t, { 'p.ts': twoLocks })
  const { code, stdout } = await heddle(cwd, 'check', 'p.ts')
  assert.equal(code, 1)
  assert.match(stdout, /^deadlock: no thread can go on$/m)
  assert.match(stdout, /^ +┌→ +ann +waits: lock right +held by ben +p\.ts:7:\d+/m)
  assert.match(stdout, /^ +└─ +ben +waits: lock left +held by ann +p\.ts:8:\d+/m)
})

test('limits: exit code 3, and how to go on', async (t) => {
  const cwd = folder(t, { 'endless.ts': endless, 'p.ts': atomicUpdate })
  const executions = await heddle(cwd, 'check', 'endless.ts', '--reduction', 'none', '--max-executions', '7', '--json')
  assert.equal(executions.code, 3)
  assert.deepEqual([parsed(executions).outcome, parsed(executions).executions], ['incomplete', 7])
  const depth = await heddle(cwd, 'check', 'p.ts', '--max-depth', '1')
  assert.equal(depth.code, 3)
  assert.match(depth.stdout, /^not finished {2}atomic update$/m)
  assert.match(depth.stdout, /cut at the depth limit of 1 event \(alice at p\.ts:\d+:\d+\)[^]*--max-depth 10\b/)
  const budget = await heddle(cwd, 'check', 'endless.ts', '--budget', '500ms')
  assert.equal(budget.code, 3)
  assert.match(budget.stdout, /budget ended the search[^]*(?:--budget \w+|leave less to search)/)
})

test('a search that stops at its limit exactly has finished', async (t) => {
  const cwd = folder(t, { 'p.ts': atomicUpdate })
  assert.equal((await heddle(cwd, 'check', 'p.ts', '--max-executions', '2', '--max-depth', '2')).code, 0)
  assert.equal((await heddle(cwd, 'check', 'p.ts', '--max-executions', '1')).code, 3)
})

test('--all-bugs finds all of them, each with its own replay command', async (t) => {
  const cwd = folder(t, {
    'p.ts': withAlice(
      'const v = yield* ops.atomics.load(s.b, 0); if (v === 1) throw new RangeError("too late"); throw new TypeError("too early")',
    ),
  })
  const first = parsed(await heddle(cwd, 'check', 'p.ts', '--json'))
  assert.equal(first.bugs.length, 1)
  const { code, stdout } = await heddle(cwd, 'check', 'p.ts', '--all-bugs')
  assert.equal(code, 1)
  assert.match(stdout, /^2 bugs found/m)
  assert.match(stdout, /RangeError: too late/)
  assert.match(stdout, /TypeError: too early/)
  assert.equal(stdout.match(/Replay it:/g)?.length, 2)
})

test('values that JSON lacks are tagged, and shown as they are to people', async (t) => {
  const cwd = folder(t, {
    'p.ts': withAlice('yield* ops.read(s.a, 0)', { fields: 'outcome: () => [1n, -0, new Map([[1, undefined]])],' }),
  })
  const [row] = parsed(await heddle(cwd, 'check', 'p.ts', '--json')).outcomes
  assert.deepEqual(row?.value, [{ $bigint: '1' }, { $number: '-0' }, { $map: [[1, { $undefined: true }]] }])
  assert.match((await heddle(cwd, 'check', 'p.ts')).stdout, /\[ 1n, -0, Map\(1\) \{ 1 => undefined \} \]/)
})

test('the same program gives the same result from any folder', async (t) => {
  const cwd = folder(t, { 'deep/p.ts': lostUpdate, 'elsewhere/x': '' })
  const bugs = await Promise.all(
    [
      ['deep', 'p.ts'],
      ['elsewhere', '../deep/p.ts'],
      ['.', 'deep/p.ts'],
    ].map(async ([from, file]) => parsed(await heddle(`${cwd}/${from}`, 'check', file!, '--json')).bugs[0]),
  )
  assert.deepEqual(
    bugs.map((bug) => bug?.at),
    ['p.ts:19:12', '../deep/p.ts:19:12', 'deep/p.ts:19:12'],
  )
  assert.equal(new Set(bugs.map((bug) => bug?.schedule)).size, 1)
})
