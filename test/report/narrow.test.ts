/** What a failing check looks like on a terminal of 80 columns. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkReport, type CheckView, noPaint, SourceLines } from '../../src/report/terminal.ts'
import { columnsOf, fitted, table } from '../../src/report/text.ts'
import { drawnWaits } from '../../src/report/waits-for.ts'
import type { CheckResult, Waiting } from '../../src/results/check-result.ts'
import { helpFor } from '../../src/cli/help.ts'
import { type CommandName, commands } from '../../src/cli/command-table.ts'
import { folder, heddle } from '../cli/heddle.ts'
import { aBug, anEvent, verified } from './results.ts'

const view: CheckView = {
  paint: noPaint,
  sources: new SourceLines(),
  width: 80,
  wraps: true,
  replayCommand: null,
  hint: null,
  allBugs: true,
}
const bugs = (...all: ReturnType<typeof aBug>[]) => ({ ...verified, outcome: 'bug' as const, bugs: all })
/** The paragraph that begins with this. */
const part = (text: string, start: string): string[] =>
  text
    .split('\n\n')
    .find((one) => one.startsWith(start))!
    .split('\n')

const at = (line: number, file = 'examples/of/a/long/path.ts'): string => `${file}:${line}:7`
const cas = { operation: 'Atomics.compareExchange', location: 'top[0]' }
const events = [
  anEvent(1, { at: at(1) }),
  anEvent(2, { thread: 'bob', ...cas, value: '12345678 → 87654321, was 12345678', at: at(2), preemption: true }),
  anEvent(9, { ...cas, value: '0 → 1', at: at(3) }),
]

test('where a table with source lines does not fit, there is a column per thread, and nothing is cut off', () => {
  assert.deepEqual(part(checkReport(bugs(aBug({ events, preemptions: 1 })), view), '  9 events'), [
    '  9 events, 1 preemption:',
    '     #  ann                           bob                              at',
    '     1  read a[0] 1                                                    1:7',
    '  >  2                                compareExchange top[0] 12345678  2:7',
    '                                      → 87654321, was 12345678',
    '     … 6 events not shown …',
    '     9  compareExchange top[0] 0 → 1                                   3:7',
    '  at: line and column in examples/of/a/long/path.ts',
    '  > marks a preemption: the thread before could have gone on',
  ])
})

test('events of several files say which', () => {
  const two = [anEvent(1, { at: at(1) }), anEvent(2, { thread: 'bob', ...cas, at: at(2, 'examples/of/another.ts') })]
  const lines = part(checkReport(bugs(aBug({ events: two })), view), '  2 events')
  assert.match(lines[2]!, / path\.ts:1:7$/)
  assert.match(lines[3]!, / another\.ts:2:7$/)
})

test('more threads than columns fit are a table', () => {
  const many = Array.from({ length: 5 }, (_, i) => anEvent(i + 1, { thread: `thread${i}`, ...cas, at: at(i + 1) }))
  const lines = part(checkReport(bugs(aBug({ events: many })), view), '  5 events')
  assert.match(lines[1]!, /^ +# {2}thread {3}operation /)
})

test('a wide terminal has the table with its source lines', (t) => {
  const file = `${folder(t, { 'a.ts': 'the source line\n' })}/a.ts`
  const here = [anEvent(1, { at: `${file}:1:1` }), anEvent(2, { thread: 'bob', at: `${file}:1:1` })]
  const lines = part(checkReport(bugs(aBug({ events: here })), { ...view, width: 160 }), '  2 events')
  assert.match(lines[2]!, /^ +1 {2}ann +read +a\[0\] +1 +\S+ {2}the source line$/)
})

const waits = (thread: string, ...heldBy: string[]): Waiting => ({
  thread,
  operation: `lock ${thread}'s`,
  heldBy,
  ended: [],
  at: null,
})
const drawn = (...waiting: Waiting[]): string[] => drawnWaits(waiting).map(({ mark, row }) => `${mark}${row.thread}`)

test('the waits-for cycle of a deadlock is drawn, each thread above the one that it waits for', () => {
  assert.deepEqual(drawn(waits('a', 'c'), waits('b', 'a'), waits('c', 'b')), ['┌→a', '│c', '└─b'])
  assert.deepEqual(drawn(waits('x', 'a'), waits('a', 'y', 'b'), waits('b', 'a'), waits('y')), ['┌→a', '└─b', 'x', 'y'])
  assert.deepEqual(drawn(waits('x'), waits('a', 'a')), ['⟲a', 'x'])
  assert.deepEqual(drawn(waits('x', 'gone'), waits('y')), ['x', 'y'])
  const text = checkReport(bugs(aBug({ kind: 'deadlock', waiting: [waits('ann', 'bob'), waits('bob', 'ann')] })), view)
  assert.deepEqual(part(text, '  ┌→'), [
    "  ┌→  ann  waits: lock ann's  held by bob",
    "  └─  bob  waits: lock bob's  held by ann",
  ])
})

test('of a long source line, what is around the column is shown, and the caret is below it', (t) => {
  const line = `${'a'.repeat(100)}HERE${'b'.repeat(100)}`
  const file = `${folder(t, { 'a.ts': `${line}\nshort\n` })}/a.ts`
  const sources = new SourceLines()
  const [shown, caret] = sources.excerpt(`${file}:1:101`, 40)
  assert.equal(shown!.length, 40)
  assert.equal(shown!.slice(caret!.indexOf('^')).slice(0, 4), 'HERE')
  assert.match(shown!, /^1 \| …a+HEREb+…$/)
  const [end, below] = sources.excerpt(`${file}:1:204`, 40)
  assert.equal(end!.at(below!.indexOf('^')), 'b')
  assert.match(end!, /[^…]$/)
  assert.deepEqual(sources.excerpt(`${file}:2:1`, 40), ['2 | short', '  | ^'])
})

test('sentences are broken between words on a terminal, and nowhere else', () => {
  const guarantee = 'word '.repeat(40).trim()
  const text = checkReport({ ...verified, guarantee }, view)
  assert.ok(text.split('\n').every((line) => line.length <= 80))
  assert.equal(text.replaceAll('\n', ' ').includes(guarantee), true)
  assert.ok(checkReport({ ...verified, guarantee }, { ...view, wraps: false }).includes(`\n${guarantee}\n`))
})

test('a guide shows a deadlock at 80 columns as it is printed', async () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const { stdout } = await heddle(root, 'check', 'examples/02-deadlock.ts', '--json')
  const text = checkReport(JSON.parse(stdout) as CheckResult, view)
  const shown = text.split('\n\n').slice(1, 4).join('\n\n')
  assert.ok(
    readFileSync(`${root}/docs/guides/what-a-check-says.md`, 'utf8').includes(`\`\`\`\n${shown}\n\`\`\`\n`),
    text,
  )
})

test('what is too wide is said below, and what can be copied stays in one piece', () => {
  const outcome = { value: 'x'.repeat(30), executions: 1, schedule: `h1.${'a'.repeat(50)}` }
  const [first, second] = [at(1, `${'d/'.repeat(15)}f.ts`), at(2, `${'d/'.repeat(15)}f.ts`)]
  const text = checkReport(
    {
      ...verified,
      outcomes: [outcome],
      races: [
        {
          location: 'a[0]',
          accesses: [
            { thread: 'ann', operation: 'write', at: first },
            { thread: 'bob', operation: 'read', at: second },
          ],
          message: '',
          schedule: 'h1.',
        },
      ],
    } as CheckResult,
    view,
  )
  assert.deepEqual(part(text, 'executions'), [
    'executions  outcome, below: schedule of one',
    `         1  '${'x'.repeat(30)}'`,
    `            ${outcome.schedule}`,
  ])
  assert.deepEqual(part(text, '1 data race').slice(1), [`  a[0]: ann write (${first}) and bob read`, `    (${second})`])
})

test('texts that terminals show wider than others are counted so', () => {
  assert.deepEqual(
    ['abc', '銀行', 'é', 'e\u0301', '👩‍💻', '→…', '\u001b[1mbold\u001b[0m'].map(columnsOf),
    [3, 4, 1, 1, 2, 2, 4],
  )
  assert.deepEqual(
    table(
      [{ title: 'a' }, { title: 'b' }],
      [
        ['銀行', '1'],
        ['abcde', '2'],
      ],
    ),
    ['a      b', '銀行   1', 'abcde  2'],
  )
})

test('long lines go on deeper than they began; commands are not broken', () => {
  assert.equal(fitted('  aa bb cc dd\n', 9), '  aa bb\n    cc dd\n')
  const command = '    npx heddle replay a.ts --schedule h1.abc'
  assert.equal(fitted(command, 20), command)
})

test('no help is wider than its terminal, but for what is to be typed', () => {
  for (const command of [null, ...(Object.keys(commands) as CommandName[])])
    for (const line of helpFor(command, 80).split('\n')) assert.ok(columnsOf(line) <= 80 || / heddle /.test(line), line)
})
