/** Which input is explored next. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { int } from '../../../src/index.ts'
import { InputRegions, type RegionOrder } from '../../../src/symbolic/input-regions.ts'
import type { Expr } from '../../../src/symbolic/expressions.ts'

const domains = { n: int(0, 999) }
const LARGE = { n: int(0, 2 ** 31 - 1) }

/** Inputs up to here are in regions of their own, all others in one. */
const ALONE = 9

function regionOf(input: number, inputs: InputRegions): Expr[] {
  const { expressions } = inputs
  const n = expressions.variable('n', 0n, BigInt(input > 999 ? 2 ** 31 - 1 : 999))
  return input > ALONE
    ? [expressions.apply('lt', expressions.constant(BigInt(ALONE)), n)]
    : [expressions.apply('eq', n, expressions.constant(BigInt(input)))]
}

const afterFirst = (order: RegionOrder): number => {
  const inputs = new InputRegions(domains, {}, order)
  inputs.add(regionOf(0, inputs), { n: 0 })
  return (inputs.next() as { n: number }).n
}

test('the next input is the lowest one, or by size one of a region that holds many', () => {
  assert.equal(afterFirst({ mostListed: 10_000 }), 1)
  assert.ok(afterFirst({ mostListed: 10_000, bySize: true }) > ALONE)
})

test('inputs that are named come before', () => {
  const preferred = [{ n: 0 }, { n: 3 }]
  assert.equal(afterFirst({ mostListed: 10_000, bySize: true, preferred }), 3)
})

test('of many inputs some are drawn before the solver is asked', () => {
  const inputs = new InputRegions(LARGE, {}, { mostListed: 0 })
  const n = inputs.expressions.variable('n', 0n, 2n ** 31n - 1n)
  const half = inputs.expressions.apply('lt', n, inputs.expressions.constant(2n ** 30n))
  inputs.add([half], { n: 0 })
  const next = inputs.next() as { n: number }
  assert.ok(next.n >= 2 ** 30)
  assert.equal(inputs.solver.queries, 0)
})

test('while a region is explored, the solver looks for an input that is outside of it already', async () => {
  const inputs = new InputRegions(LARGE, {}, { mostListed: 0, mostInVain: 0 })
  const { expressions, solver } = inputs
  const n = expressions.variable('n', 0n, 2n ** 31n - 1n)
  const below = (limit: bigint): Expr => expressions.apply('lt', n, expressions.constant(limit))
  const from = (limit: bigint): Expr => expressions.apply('le', expressions.constant(limit), n)
  try {
    inputs.foresee([below(5n)])
    assert.equal(solver.queries, 0, 'the solver has not been needed so far')
    inputs.add([below(5n)], { n: 0 })
    assert.ok(((await inputs.next()) as { n: number }).n >= 5)
    inputs.foresee([from(5n)]) // there is nothing outside of it, until more conditions are met
    inputs.add([from(5n), below(100n)], { n: 5 })
    assert.ok(((await inputs.next()) as { n: number }).n >= 100)
    assert.equal(solver.queries, 3)
    inputs.foresee([from(100n), below(200n)])
    inputs.add([from(100n), below(200n), below(150n)], { n: 100 })
    assert.ok(((await inputs.next()) as { n: number }).n >= 200)
    assert.equal(solver.queries, 4, 'what was looked for meanwhile is the next input')
    inputs.add([from(200n)], { n: 200 })
    const last = ((await inputs.next()) as { n: number }).n
    assert.ok(last >= 150 && last < 200)
    inputs.add([from(150n), below(200n)], { n: last })
    assert.equal(await inputs.next(), null)
  } finally {
    await solver.close()
  }
})

test('a region without the input that was explored is refused: another one would be taken for covered', () => {
  const inputs = new InputRegions(domains, {}, { mostListed: 10_000 })
  assert.throws(() => inputs.add(regionOf(1, inputs), { n: 0 }), /internal bug.*does not meet the conditions/)
})
