/** Executions side by side, as a page has them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparedRows } from '../../src/report/html/compare.ts'
import { pageExecution } from '../../src/report/html/page-execution.ts'
import { shortened } from '../../src/report/html/shortened.ts'
import { foldedRows } from '../../web/report/compare-rows.ts'
import { anEvent } from './results.ts'

/** `a b:x` are events of threads a and b, the latter with a value. */
const execution = (text: string, first = 1) =>
  pageExecution({
    title: '',
    memory: null,
    preemptions: 0,
    bug: null,
    replay: null,
    events: text.split(' ').map((one, i) => {
      const [thread, value = '0'] = one.split(':') as [string, string?]
      return anEvent(first + i, { thread, value })
    }),
  })
const rows = (left: string, right: string): string =>
  comparedRows(execution(left), execution(right))
    .map(([a, b, same]) => `${a ?? '-'}${same ? '=' : '|'}${b ?? '-'}`)
    .join(' ')

test('events that both executions have in the same order are beside themselves', () => {
  assert.equal(rows('a a b b a', 'a b b a a'), '0=0 1|- 2=1 3=2 -|3 4=4')
  assert.equal(rows('a b', 'a b'), '0=0 1=1')
  assert.equal(rows('a b c', 'a d e f c'), '0=0 1|1 -|2 -|3 2=4')
})

test('another value is no other event, and the k-th of a thread is no other one of it', () => {
  assert.equal(rows('a:1 b', 'a:2 b'), '0=0 1=1')
  assert.equal(rows('a a', 'a'), '0=0 1|-')
})

test('of a long execution, all that is alike is folded, and shown when asked for', () => {
  const [left, right] = [execution(`${'a '.repeat(5000)}b:1`), execution(`${'a '.repeat(5000)}b:2`)]
  const compared = comparedRows(left, right)
  const lines = foldedRows(left, right, compared, new Set())
  assert.deepEqual(
    lines.map((line) => (line.kind === 'folded' ? line.count : line.how)),
    [4998, 'same', 'same', 'value'],
  )
  const shown = foldedRows(left, right, compared, new Set([0]))
  assert.ok(shown.length > 4 && shown.length < 6000)
})

test('executions of 5,000 events in quite another order are compared all the same', () => {
  const [left, right] = [
    execution('a b '.repeat(2500).trim()),
    execution(`${'a '.repeat(2500)}${'b '.repeat(2500)}`.trim()),
  ]
  const compared = comparedRows(left, right)
  assert.equal(compared.filter(([a]) => a !== null).length, 5000)
  assert.equal(compared.filter(([, b]) => b !== null).length, 5000)
  assert.ok(compared.filter(([, , same]) => same).length >= 2500)
  assert.ok(foldedRows(left, right, compared, new Set()).length <= 401)
})

test('a gigantic execution is shortened for the page, and memory stays right', () => {
  const events = Array.from({ length: 100_000 }, (_, i) => anEvent(i + 1, { changed: { [`a[${i % 3}]`]: String(i) } }))
  const kept = shortened(events)
  assert.equal(kept.length, 5000)
  assert.deepEqual([kept[0]!.index, kept.at(-1)!.index], [1, 100_000])
  assert.deepEqual(Object.assign({}, ...kept.map(({ changed }) => changed)), {
    'a[0]': '99999',
    'a[1]': '99997',
    'a[2]': '99998',
  })
  const gap = kept.findIndex(({ index }, i) => i > 0 && index !== kept[i - 1]!.index + 1)
  assert.equal(Object.keys(kept[gap]!.changed!).length, 3)
  assert.equal(shortened(events.slice(0, 5000)).length, 5000)
})
