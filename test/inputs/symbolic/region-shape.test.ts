/** Regions as short conditions: what follows from the rest is left out, and those that differ in one respect are one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bool, int, oneOf } from '../../../src/index.ts'
import { conditionTexts, shapeTexts } from '../../../src/symbolic/condition-text.ts'
import { type Expr, Expressions, type Operator } from '../../../src/symbolic/expressions.ts'
import { mergedShapes } from '../../../src/symbolic/merged-shapes.ts'
import { shapeOf } from '../../../src/symbolic/region-shape.ts'
import { UncoveredInputs } from '../../../src/symbolic/uncovered-inputs.ts'

const domains = { n: int(0, 100), m: int(-5, 5), flag: bool(), op: oneOf('push', 'pop', 'peek') }
const expressions = new Expressions()
const n = expressions.variable('n', 0n, 100n)
const m = expressions.variable('m', -5n, 5n)
const flag = expressions.variable('flag', 0n, 1n)
const op = expressions.variable('op', 0n, 2n)
const of = (kind: Operator, ...args: (Expr | number)[]): Expr =>
  expressions.apply(kind, ...args.map((one) => (typeof one === 'number' ? expressions.constant(BigInt(one)) : one)))

const texts = (...constraints: Expr[]): string[] => conditionTexts(constraints, domains, expressions)

test('what is known of one input is said at once', () => {
  assert.deepEqual(texts(of('lt', 3, n), of('le', n, 50), of('not', of('eq', n, 7))), ['n in 4..50 other than 7'])
  assert.deepEqual(texts(of('not', flag), of('or', of('eq', op, 0), of('eq', op, 2))), ['not flag', 'op in push, peek'])
  assert.deepEqual(texts(of('not', of('or', of('eq', op, 0), of('eq', op, 1)))), ['op = peek'])
  assert.deepEqual(texts(of('le', 0, n)), [])
})

test('what follows from the rest is left out', () => {
  const sum = of('add', n, m)
  assert.deepEqual(texts(of('lt', sum, 20), of('lt', n, 10)), ['n in 0..9'])
  assert.deepEqual(texts(of('lt', sum, 12), of('lt', n, 10)), ['n in 0..9', 'n + m <= 11'])
  // An input that has one value makes a condition on the other one of what is about both.
  assert.deepEqual(texts(of('eq', of('mul', n, flag), 7), flag), ['n = 7', 'flag'])
  assert.deepEqual(texts(of('not', of('eq', of('rem', n, m), 3)), of('eq', m, 0)).length, 2, 'no division by zero')
})

const merged = (...regions: Expr[][]): string[][] =>
  mergedShapes(
    regions.map((one) => shapeOf(one, expressions)),
    expressions,
  ).map(({ shape }) => shapeTexts(shape, domains))

test('regions that differ in one respect are one, and those that come of them', () => {
  const values = [0, 2, 1].map((value) => [of('eq', n, value)])
  assert.deepEqual(merged(...values), [['n in 0..2']])
  assert.deepEqual(merged(...values, [of('lt', 2, n)]), [[]])
  assert.deepEqual(merged([of('eq', n, 0)], [of('eq', n, 5)]), [['n in 0, 5']])
  const below = of('lt', of('add', n, m), 12)
  assert.deepEqual(merged([below, flag], [of('not', below), flag]), [['flag']])
  assert.deepEqual(
    merged(
      [of('eq', n, 0), flag],
      [of('eq', n, 1), of('not', flag)],
      [of('eq', n, 0), of('not', flag)],
      [of('eq', n, 1), flag],
    ),
    [['n in 0..1']],
  )
})

test('regions that differ in more are not', () => {
  assert.equal(merged([of('eq', n, 0), flag], [of('eq', n, 1), of('not', flag)]).length, 2)
  assert.equal(merged([of('lt', of('add', n, m), 12)], [of('lt', 50, n)]).length, 2)
})

/** That took seconds with a comparison of each with each. */
const SOON_MS = 5000

test('thousands of regions are put together in no time', () => {
  const many = expressions.variable('k', 0n, 4999n)
  const ofOne = Array.from({ length: 5000 }, (_, i) => [of('eq', many, i)])
  const shapes = ofOne.map((one) => shapeOf(one, expressions))
  // Those with another condition differ in two respects.
  const apart = ofOne.map((one, i) =>
    shapeOf([...one, of('lt', of('mul', n, m), of('add', m, (i * 3) % 17))], expressions),
  )
  const start = performance.now()
  assert.equal(mergedShapes(shapes, expressions).length, 1)
  assert.equal(
    mergedShapes(
      shapes.filter((_, i) => i % 2 === 0),
      expressions,
    ).length,
    1,
  )
  assert.equal(mergedShapes(apart, expressions).length, 17)
  const uncovered = new UncoveredInputs({ k: int(0, 4999) }, {}, 5000)
  const next = ofOne.map((one) => uncovered.after(one))
  assert.deepEqual([next[0], next.at(-2), next.at(-1)], [{ k: 1 }, { k: 4999 }, null])
  assert.ok(performance.now() - start < SOON_MS, `${performance.now() - start} ms`)
})
