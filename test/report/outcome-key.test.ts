import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeKey, toJsonValue } from '../../src/results/outcome-key.ts'

const cyclic: { self?: unknown } = {}
cyclic.self = cyclic

/** Pairwise different outcomes: every one needs a key of its own. */
const distinct: unknown[] = [
  0,
  -0,
  NaN,
  Infinity,
  -Infinity,
  1,
  1n,
  '1',
  true,
  'true',
  null,
  undefined,
  'undefined',
  '',
  [],
  {},
  [undefined],
  [null],
  [,],
  [1, 2],
  [2, 1],
  { 0: 1, 1: 2 },
  { a: 1 },
  { a: 1n },
  { a: undefined },
  { a: { b: 1 } },
  { $bigint: '1' },
  { $number: 'NaN' },
  new Map([[1, 2]]),
  new Map([['1', 2]]),
  new Map([[2, 1]]),
  new Set([1, 2]),
  new Set(['1', 2]),
  new Set([1, 2, 3]),
  new Int32Array([1, 2]),
  new Int16Array([1, 2]),
  new Float64Array([1, 2]),
  new Float64Array([-0, 2]),
  new BigInt64Array([1n, 2n]),
  new Uint8Array([1, 2]).buffer,
  new DataView(new Uint8Array([1, 2]).buffer),
  new Date(0),
  new Date(1),
  new Date(NaN),
  /a/,
  /a/g,
  new Error('x'),
  new TypeError('x'),
  new Error('y'),
  cyclic,
  { self: {} },
  Object(1),
  Object('1'),
]

test('different outcomes have different keys', () => {
  const keys = new Map<string, unknown>()
  for (const value of distinct) {
    const key = outcomeKey(value)
    assert.ok(!keys.has(key), `${key} stands for two values`)
    keys.set(key, value)
  }
})

test('the order of keys, map entries and set members does not matter', () => {
  assert.equal(outcomeKey({ a: 1, b: { c: 2, d: 3 } }), outcomeKey({ b: { d: 3, c: 2 }, a: 1 }))
  assert.equal(
    outcomeKey(
      new Map([
        [1, 'x'],
        [2, 'y'],
      ]),
    ),
    outcomeKey(
      new Map([
        [2, 'y'],
        [1, 'x'],
      ]),
    ),
  )
  assert.equal(outcomeKey(new Set([{ a: 1 }, 2n, 'x'])), outcomeKey(new Set(['x', 2n, { a: 1 }])))
})

test('a key is stable for equal values made anew', () => {
  for (const value of distinct) assert.equal(outcomeKey(value), outcomeKey(structuredClone(value)))
})

test('values that JSON has stay as they are, others are tagged', () => {
  assert.deepEqual(toJsonValue({ b: [1, 'x', null], a: true }), { b: [1, 'x', null], a: true })
  assert.deepEqual(Object.keys(toJsonValue({ b: 1, a: 2 }) as object), ['b', 'a'])
  assert.deepEqual(toJsonValue(1n), { $bigint: '1' })
  assert.deepEqual(toJsonValue([undefined, NaN, -0]), [{ $undefined: true }, { $number: 'NaN' }, { $number: '-0' }])
  assert.deepEqual(toJsonValue(new Map([['k', new Set([1])]])), { $map: [['k', { $set: [1] }]] })
  assert.deepEqual(toJsonValue(new Int32Array([3, 4])), { $array: [3, 4], type: 'Int32Array' })
  assert.deepEqual(toJsonValue({ $bigint: '1' }), { $object: [['$bigint', '1']] })
  assert.deepEqual(toJsonValue(cyclic), { self: { $cycle: 1 } })
})

test('an own __proto__ key is data', () => {
  const value = JSON.parse('{"__proto__":1}') as object
  assert.equal(JSON.stringify(toJsonValue(value)), '{"__proto__":1}')
  assert.notEqual(outcomeKey(value), outcomeKey({}))
})
