/** What people read, from results written by hand. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { toJsonValue } from '../../src/results/outcome-key.ts'
import { relativeAt, relativeStack } from '../../src/host/relative-at.ts'
import { fromJsonValue } from '../../src/results/from-json-value.ts'
import {
  checkReport,
  type CheckView,
  noPaint,
  paintFor,
  replayReport,
  runReport,
  SourceLines,
} from '../../src/report/terminal.ts'
import { formatSeconds, table } from '../../src/report/text.ts'
import { aBug as bug, anEvent as event, verified } from './results.ts'

const view: CheckView = {
  paint: noPaint,
  sources: new SourceLines(),
  width: 100,
  replayCommand: (schedule) => `heddle replay p.ts --schedule ${schedule}`,
  hint: null,
  allBugs: false,
}

test('a pass says what is guaranteed, what was counted and what was left out', () => {
  const text = checkReport(verified, view)
  assert.match(text, /^verified {2}p\n\nAll is well\.\n/)
  assert.match(
    text,
    /^1,234 executions, 99 transitions, 3 traces, 6 sequences repeated from memory, 5 abandoned as redundant in 500 ms$/m,
  )
  assert.match(text, /^7 successors not taken because of a bound$/m)
  assert.match(text, /^4 switch points instrumented in plain code$/m)
  assert.match(text, /not instrumented[^]*p\.ts:1:2 a getter/)
})

test('a search that did not finish says how much there may be', () => {
  const estimate = { low: 2000, high: 30_000, pass: false, seconds: { low: 2, high: 30 } }
  assert.match(
    checkReport({ ...verified, outcome: 'incomplete', estimate }, view),
    /^There may be about 2,000 to 30,000 or more executions in all$/m,
  )
  assert.match(
    checkReport({ ...verified, outcome: 'incomplete', estimate: { ...estimate, pass: true } }, view),
    /30,000 or more executions with the bounds of the pass that was not finished$/m,
  )
  assert.doesNotMatch(checkReport({ ...verified, outcome: 'bug', estimate }, view), /There may be/)
})

test('several passes are a table, one needs none', () => {
  const passes = [
    { ...verified, bounds: { preemption: 0 }, reduction: 'dpor', seconds: 0.25 },
    { ...verified, bounds: { preemption: 1 }, reduction: 'dpor', seconds: 3 },
  ]
  assert.match(
    checkReport({ ...verified, passes }, view),
    /^bounds +executions.* time$[^]*^preemption 0 +1,234.* 250 ms$[^]*^preemption 1 +1,234.* 3\.0 s$/m,
  )
  assert.match(checkReport({ ...verified, passes }, view), /redundant in the last finished pass; 500 ms in all$/m)
  assert.doesNotMatch(checkReport({ ...verified, passes: passes.slice(1) }, view), /preemption 1/)
})

test('many outcomes are cut, and said to be', () => {
  const outcomes = Array.from({ length: 30 }, (_, value) => ({ value, executions: 1, schedule: 'h1.x' }))
  const text = checkReport({ ...verified, outcomes }, view)
  assert.equal(text.match(/h1\.x/g)?.length, 20)
  assert.match(text, /10 more outcomes/)
})

test('a bug without any place is still a report', () => {
  const text = checkReport({ ...verified, outcome: 'bug', bugs: [bug({ thread: null, message: 'threw 7' })] }, view)
  assert.match(text, /^exception: threw 7\n\n {2}Replay it:\n {4}heddle replay p\.ts --schedule h1\.x$/m)
})

test('the stack of a thread is shown when it is more than the place', () => {
  const stack = 'at inner (p.ts:3:4)\nat outer (p.ts:9:1)'
  assert.match(
    checkReport({ ...verified, outcome: 'bug', bugs: [bug({ at: 'p.ts:3:4', stack })] }, view),
    /at inner \(p\.ts:3:4\)\n +at outer \(p\.ts:9:1\)/,
  )
})

test('a long schedule loses its middle in a check, not in a replay', () => {
  const events = Array.from({ length: 500 }, (_, i) => event(i + 1))
  const result = {
    schema: 1 as const,
    program: 'p',
    schedule: 'h1.x',
    input: null,
    events,
    preemptions: 0,
    outcome: 'bug' as const,
    value: undefined,
    bug: bug(),
    held: [],
    notes: ['a note'],
  }
  const text = checkReport({ ...verified, outcome: 'bug', bugs: [bug({ events: result.events })] }, view)
  assert.match(text, / 40 {2}ann.*\n.*420 events not shown.*\n +461 {2}ann/)
  const whole = replayReport(result, view)
  assert.equal(whole.match(/^ +\d+ {2}ann/gm)?.length, 500)
  assert.match(whole, /^note: a note$/m)
  assert.doesNotMatch(whole, /Replay it/)
})

test('races: both accesses, and how often they are only mentioned', () => {
  const race = {
    location: 'a[0]',
    message: 'nothing orders them',
    schedule: 'h1.r',
    accesses: [
      { thread: 'ann', operation: 'write', at: 'p.ts:1:2' },
      { thread: 'ben', operation: 'read', at: null },
    ],
  } as const
  const mentioned = checkReport({ ...verified, races: Array.from({ length: 7 }, () => race) }, view)
  assert.match(mentioned, /^7 data races: .*--races/m)
  assert.equal(mentioned.match(/^ {2}a\[0\]: ann write \(p\.ts:1:2\) and ben read$/gm)?.length, 5)
  assert.match(mentioned, /2 more/)
  const counted = checkReport(
    {
      ...verified,
      outcome: 'bug',
      races: [race],
      bugs: [bug({ kind: 'race', message: race.message, schedule: 'h1.r' })],
    },
    view,
  )
  assert.match(counted, /^race: nothing orders them\n {2}ann {2}write {2}p\.ts:1:2\n {2}ben {2}read\n\n {2}Replay it:/m)
  assert.doesNotMatch(counted, /data race/)
})

test('source lines have a caret below the column, with tabs', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-test-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'p.ts')
  writeFileSync(file, 'one\r\n\t\tfail()\n')
  const sources = new SourceLines()
  assert.deepEqual(sources.excerpt(`${file}:2:3`), ['2 | \t\tfail()', '  | \t\t^'])
  for (const nowhere of [`${file}:99:1`, '/nowhere.ts:1:1', 'no place', null])
    assert.deepEqual(sources.excerpt(nowhere), [])
})

test('colours only on a terminal that wants them', () => {
  assert.equal(paintFor({ isTTY: true }, {}).red('x'), '\u001b[31mx\u001b[0m')
  assert.equal(paintFor({}, {}).red('x'), 'x')
  assert.equal(paintFor({ isTTY: true }, { NO_COLOR: '1' }).red('x'), 'x')
  assert.equal(paintFor({ isTTY: false }, { FORCE_COLOR: '1' }).red('x'), '\u001b[31mx\u001b[0m')
  assert.equal(paintFor({ isTTY: true }, { FORCE_COLOR: '0' }).red('x'), 'x')
  assert.equal(paintFor({ isTTY: true }, { NO_COLOR: '' }).bold('x'), '\u001b[1mx\u001b[0m')
  assert.equal(paintFor({ isTTY: true }, { TERM: 'dumb' }).red('x'), 'x')
})

test('a run says how many runs, failures, outcomes and how long', () => {
  const text = runReport(
    {
      schema: 1,
      program: 'p',
      mode: 'plain',
      runs: 3,
      outcomes: [{ value: { $bigint: '7' }, runs: 3 }],
      failures: [{ kind: 'assertion', message: 'no', thread: 'ann', runs: 2 }],
      microsecondsPerRun: { median: 5, min: 4.25, p95: 1234 },
      seconds: 2,
    },
    { paint: noPaint, width: 80, asked: 10 },
  )
  assert.match(text, /^run {2}p: 3 runs of the 10 asked for on real threads, 2 failures$/m)
  assert.match(text, /^assertion in 2 runs: no \(thread ann\)$/m)
  assert.match(text, /^ +3 {2}7n$/m)
  assert.match(text, /^per run: 5\.0 µs \(median\), 4\.3 µs \(fastest\), 1,234 µs \(95th percentile\); 2\.0 s in all$/m)
})

test('places become relative, also in stacks and in folders with spaces', () => {
  assert.equal(relativeAt('/a/b/c.ts:1:2', '/a'), 'b/c.ts:1:2')
  assert.equal(relativeAt('file:///a/my%20b/c.ts:1:2', '/a'), 'my b/c.ts:1:2')
  assert.equal(relativeAt('/a/c.ts:1:2', '/a/b'), '../c.ts:1:2')
  assert.equal(relativeAt('/x/c.ts:1:2', '/a/very/deep/folder'), '/x/c.ts:1:2')
  assert.equal(relativeAt('b/c.ts:1:2', '/a'), 'b/c.ts:1:2')
  assert.equal(
    relativeStack('at f (/a/my b/c.ts:1:2)\n    at /a/d.ts:3:4\nnot /a/e.ts:5:6 here', '/a'),
    'at f (my b/c.ts:1:2)\n    at d.ts:3:4\nnot /a/e.ts:5:6 here',
  )
  assert.equal(
    relativeStack('now it is `read a[0]` at /a/my b/c.ts:4:93. Has it', '/a'),
    'now it is `read a[0]` at my b/c.ts:4:93. Has it',
  )
})

test('tagged values are shown as what they stand for', () => {
  for (const value of [
    1n,
    -0,
    NaN,
    undefined,
    [undefined, 2],
    { a: { b: 1n } },
    new Map([[1, new Set([2n])]]),
    new Float64Array([1, NaN]),
    new BigInt64Array([1n]),
    new Date(5),
    { $bigint: 'no tag' },
    { $undefined: 1 },
  ]) {
    assert.deepEqual(fromJsonValue(JSON.parse(JSON.stringify(toJsonValue(value)))), value)
  }
})

test('tables leave out empty columns; times read well', () => {
  assert.deepEqual(
    table(
      [{ title: 'a' }, { title: 'b' }, { title: 'n', align: 'right' }],
      [
        ['x', '', '1'],
        ['yy', '', '22'],
      ],
    ),
    ['a    n', 'x    1', 'yy  22'],
  )
  assert.deepEqual([0.0001, 0.25, 3, 200, 100_000].map(formatSeconds), [
    '1 ms',
    '250 ms',
    '3.0 s',
    '3 min 20 s',
    '27.8 h',
  ])
})

test('the events whose order makes the difference are marked, in both executions, and shown in any case', () => {
  const events = [1, 2, 3, 4].map((n) => event(n, { thread: n === 2 ? 'bob' : 'ann', preemption: n === 2 }))
  const passing = Array.from({ length: 40 }, (_, i) => event(i + 1, { thread: i === 30 ? 'bob' : 'ann' }))
  const difference = {
    accesses: [
      { event: 2, thread: 'bob', operation: 'write a[0]', at: null },
      { event: 3, thread: 'ann', operation: 'read a[0]', at: null },
    ],
    schedule: 'h1.p',
    preemptions: 1,
    events: passing,
  } as const
  const found = bug({ events, difference, input: { n: 5 } })
  const replayCommand = (schedule: string, input = {}): string => `replay ${JSON.stringify(input)} ${schedule}`
  const text = checkReport({ ...verified, outcome: 'bug', bugs: [found] }, { ...view, replayCommand })
  const marked = [...text.matchAll(/^ +(>?\*) +(\d+) {2}(\w+)/gm)].map(([, mark, n, thread]) => [mark, n, thread])
  assert.deepEqual(marked, [
    ['>*', '2', 'bob'],
    ['*', '3', 'ann'],
    ['*', '2', 'ann'],
    ['*', '31', 'bob'],
  ])
  assert.equal(text.match(/\* marks the two events whose order makes the difference/g)?.length, 2)
  assert.match(text, /replay \{"n":5\} h1\.p$/m, 'the passing execution is of the same input')
  const painted = checkReport(
    { ...verified, outcome: 'bug', bugs: [found] },
    { ...view, paint: paintFor({}, { FORCE_COLOR: '1' }) },
  )
  assert.match(painted, /\[1m *>\* +2 {2}bob/)
})
