/** Executions in a few sentences. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storyOf } from '../../src/report/html/story.ts'
import type { EventRow } from '../../src/results/check-result.ts'

type Short = readonly [thread: string, operation: string, location: string | null, value: string | null, left?: string]

/** `left`: what the location holds afterwards, if that has changed. An event of another thread is a preemption. */
const events = (...rows: readonly Short[]): EventRow[] =>
  rows.map(([thread, operation, location, value, left], i) => ({
    index: i + 1,
    thread,
    operation,
    location,
    value,
    at: null,
    preemption: i > 0 && rows[i - 1]![0] !== thread,
    calls: [],
    changed: left === undefined ? {} : { [location!]: left },
  }))

test('a lost update: what was read is no longer so', () => {
  const story = storyOf(
    events(
      ['a', 'read', 'x', '0'],
      ['b', 'read', 'x', '0'],
      ['b', 'write', 'x', '= 1', '1'],
      ['a', 'write', 'x', '= 1'],
    ),
    { x: '0' },
    ['a', 'b'],
  )
  assert.deepEqual(
    story.map(({ thread, from, to, interrupted, stale }) => ({ thread, from, to, interrupted, stale })),
    [
      { thread: 0, from: 0, to: 0, interrupted: true, stale: [] },
      { thread: 1, from: 1, to: 2, interrupted: true, stale: [] },
      { thread: 0, from: 3, to: 3, interrupted: false, stale: ['x was 0 in event 1, and is 1 by now'] },
    ],
  )
  assert.equal(story[1]!.text, 'read x: 0; write x = 1')
})

test('ABA: a value that is back was changed all the same', () => {
  const story = storyOf(
    events(
      ['a', 'read', 'x', 'A'],
      ['b', 'write', 'x', '= B', 'B'],
      ['b', 'write', 'x', '= A', 'A'],
      ['a', 'compareExchange', 'x', 'A → C', 'C'],
    ),
    { x: 'A' },
    ['a', 'b'],
  )
  assert.deepEqual(story[2]!.stale, [
    'x is A again, as in event 1, but was changed meanwhile: A → B → A; compareExchange in event 4 does not notice',
  ])
})

test("a thread's own changes, and what it never looked at, are nothing new to it", () => {
  const story = storyOf(
    events(['a', 'write', 'x', '= 1', '1'], ['b', 'write', 'y', '= 1', '1'], ['a', 'write', 'x', '= 2', '2']),
    { x: '0', y: '0' },
    ['a', 'b'],
  )
  assert.deepEqual(
    story.flatMap(({ stale }) => stale),
    [],
  )
})

test('a long stretch is told by what it changes, a long execution by its end', () => {
  const long = storyOf(
    events(...Array.from({ length: 9 }, (_, i): Short => ['a', 'write', 'x', `= ${i}`, String(i)])),
    { x: '-' },
    ['a'],
  )
  assert.deepEqual(
    long.map(({ text }) => text),
    ['changes x: - → 0 → … → 7 → 8'],
  )
  const many = storyOf(
    events(...Array.from({ length: 40 }, (_, i): Short => [i % 2 ? 'a' : 'b', 'read', 'x', '0'])),
    { x: '0' },
    ['b', 'a'],
  )
  assert.equal(many.length, 12)
  assert.equal(many.at(-1)!.to, 39)
})

test('without memory, operations are listed and nothing is said of what has changed', () => {
  const story = storyOf(
    events(['a', 'read', 'x', '0'], ['b', 'write', 'x', '= 1', '1'], ['a', 'read', 'x', '1']),
    null,
    ['a', 'b'],
  )
  assert.deepEqual(
    story.map(({ text, stale }) => [text, stale]),
    [
      ['read x: 0', []],
      ['write x = 1', []],
      ['read x: 1', []],
    ],
  )
})

test('what a thread has seen and does not look at again is what it goes on with', () => {
  const story = storyOf(
    events(['a', 'read', 'x', '0'], ['b', 'write', 'x', '= 1', '1'], ['a', 'write', 'y', '= 0', '0']),
    { x: '0', y: '7' },
    ['a', 'b'],
  )
  assert.deepEqual(story[2]!.stale, ['x was 0 in event 1, and is 1 by now; a does not look again'])
})
