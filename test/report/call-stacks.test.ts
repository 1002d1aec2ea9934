import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callLines, callsText } from '../../src/report/call-stacks.ts'
import type { EventRow } from '../../src/results/check-result.ts'

const event = (index: number, ...calls: string[]): EventRow => ({
  index,
  thread: 'one',
  operation: 'read',
  location: 'a[0]',
  value: '0',
  at: 'a.ts:1:1',
  preemption: false,
  calls,
})

test('a file is named where it changes', () => {
  assert.equal(callsText(['a.ts:1:2', 'a.ts:30:4', 'b.ts:5:6', 'a.ts:7:8']), 'a.ts:1:2 ← 30:4 ← b.ts:5:6 ← a.ts:7:8')
})

test('of deep calls, the innermost are shown', () => {
  const calls = Array.from({ length: 20 }, (_, i) => `a.ts:${i + 1}:1`)
  assert.equal(callsText(calls), `a.ts:1:1${[2, 3, 4, 5, 6, 7, 8].map((n) => ` ← ${n}:1`).join('')} ← … 12 more`)
})

test('events that are called from the same place are on one line', () => {
  assert.deepEqual(
    callLines([event(1, 'a.ts:9:1'), event(2), event(3, 'a.ts:9:1'), event(4, 'a.ts:9:1'), event(5, 'b.ts:1:1')], 80),
    ['called from (innermost first):', '  #1, #3-4  a.ts:9:1', '  #5        b.ts:1:1'],
  )
  assert.deepEqual(callLines([event(1), event(2)], 80), [])
})

test('lines are not longer than the terminal is wide', () => {
  const long = Array.from({ length: 8 }, (_, i) => `some/folder/file-${i}.ts:${100 + i}:17`)
  const events = Array.from({ length: 60 }, (_, i) => event(2 * i + 1, ...(i % 2 === 0 ? long : long.slice(1))))
  for (const width of [60, 80, 120])
    for (const line of callLines(events, width)) assert.ok(line.length <= width, `${line.length}: ${line}`)
})
