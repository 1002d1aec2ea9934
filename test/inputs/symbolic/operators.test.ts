/** Operators with symbolic operands against those of JavaScript, for all pairs of telling values. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compute, evaluate, type Expr, Expressions, type Operator } from '../../../src/symbolic/expressions.ts'
import { binary, isUnderstood, plain, plainUnary, truth, unary } from '../../../src/symbolic/operators.ts'
import { Path } from '../../../src/symbolic/path.ts'
import { concrete, SymbolicValue } from '../../../src/symbolic/symbolic-value.ts'

const NUMBERS = [0, 1, -1, 3, -7, 31, 33, 2 ** 31 - 1, -(2 ** 31), 2 ** 32 + 5, 2 ** 40, Number.MAX_SAFE_INTEGER]
const OTHERS = [true, false, '1', 'x', null, undefined, NaN, 0.5, -0, Infinity, -Infinity]
const BINARY = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '**',
  '&',
  '|',
  '^',
  '<<',
  '>>',
  '>>>',
  '<',
  '>',
  '<=',
  '>=',
  '==',
  '!=',
  '===',
  '!==',
  'Math.imul',
  'Math.max',
  'Math.min',
  'Math.pow',
]
const UNARY = [
  ...['-', '+', '~', '!', 'Number', 'Boolean', 'isNaN', 'isFinite'],
  ...['abs', 'sign', 'floor', 'ceil', 'round', 'trunc', 'clz32'].map((name) => `Math.${name}`),
  ...['isInteger', 'isSafeInteger', 'isNaN', 'isFinite'].map((name) => `Number.${name}`),
]

/** A path on which x and y have these values, of all safe integers, or of 0 and 1 for truth values. */
function pathFor(x: number | boolean, y: number | boolean) {
  const path = new Path(
    new Map([
      ['x', BigInt(x)],
      ['y', BigInt(y)],
    ]),
  )
  const symbolic = (name: string, value: number | boolean): SymbolicValue => {
    const most = typeof value === 'boolean' ? 1n : BigInt(Number.MAX_SAFE_INTEGER)
    return path.symbolic(path.expressions.variable(name, typeof value === 'boolean' ? 0n : -most, most), value)
  }
  return { path, x: symbolic('x', x), y: symbolic('y', y) }
}

const holds = (constraints: readonly Expr[], x: number | boolean, y: number | boolean): boolean => {
  const at = new Map([
    ['x', BigInt(x)],
    ['y', BigInt(y)],
  ])
  return constraints.every((one) => (evaluate(one, at) ?? 0n) !== 0n)
}

const ofOne = (operator: string): ((a: unknown) => unknown) =>
  new Function('a', /\w/.test(operator) ? `return ${operator}(a)` : `return ${operator} a`) as (a: unknown) => unknown
const unaryOf = new Map(UNARY.map((operator) => [operator, ofOne(operator)]))

/** What the symbolic result is for other values, if they are on the same path; undefined otherwise. */
function resultFor(result: unknown, x: number | boolean, y: number | boolean): unknown {
  if (!(result instanceof SymbolicValue)) return result
  const at = new Map([
    ['x', BigInt(x)],
    ['y', BigInt(y)],
  ])
  const value = evaluate(result.expr, at)!
  if (result.divisor !== null) return Number(value) / Number(evaluate(result.divisor, at)!)
  return typeof result.value === 'boolean' ? value !== 0n : Number(value)
}

test('every operator is understood here', () => {
  assert.deepEqual(Object.keys(plain).sort(), [...BINARY].sort())
  for (const operator of BINARY) assert.ok(isUnderstood(operator))
  assert.deepEqual(Object.keys(plainUnary).sort(), [...UNARY].sort())
})

for (const operator of BINARY) {
  test(`x ${operator} y, for the values at hand and for all others on the same path`, () => {
    const values: (number | boolean)[] = [...NUMBERS, true, false]
    for (const a of values) {
      for (const b of values) {
        const { path, x, y } = pathFor(a, b)
        const result = binary(operator, x, y)
        const alike = (c: number | boolean): number | boolean => c
        for (const c of values) {
          for (const d of values) {
            if (typeof c !== typeof a || typeof d !== typeof b || !holds(path.constraints, alike(c), alike(d))) continue
            assert.ok(
              Object.is(resultFor(result, c, d), plain[operator]!(c as never, d as never)),
              `${c} ${operator} ${d}, on the path of ${a} and ${b}`,
            )
          }
        }
      }
    }
  })
}

test('operands that are not symbolic, on either side', () => {
  for (const operator of BINARY) {
    for (const a of [0, 1, -1, 5]) {
      for (const other of [...OTHERS, ...NUMBERS]) {
        for (const isLeft of [true, false]) {
          const { path, x } = pathFor(a, 0)
          const result = isLeft ? binary(operator, x, other) : binary(operator, other, x)
          for (const c of [0, 1, -1, 5]) {
            if (!holds(path.constraints, c, 0)) continue
            const expected = isLeft
              ? plain[operator]!(c as never, other as never)
              : plain[operator]!(other as never, c as never)
            assert.ok(
              Object.is(resultFor(result, c, 0), expected),
              `${c} ${operator} ${String(other)} (${isLeft}), on the path of ${a}`,
            )
          }
        }
      }
    }
  }
})

test('a fraction beside what is no integer, on either side', () => {
  for (const operator of ['+', '-', '*', '/', '%', '|', 'Math.max', 'Math.min']) {
    for (const a of [-3, -1, 0, 1, 4]) {
      for (const other of [NaN, -0, Infinity, -Infinity, undefined, null, '2']) {
        for (const isLeft of [true, false]) {
          const { path, x } = pathFor(a, 0)
          const half = binary('/', x, 2)
          const result = isLeft ? binary(operator, half, other) : binary(operator, other, half)
          for (const c of [-3, -2, -1, 0, 1, 2, 4]) {
            if (!holds(path.constraints, c, 0)) continue
            const [left, right] = isLeft ? [c / 2, other] : [other, c / 2]
            const expected = plain[operator]!(left as never, right as never)
            assert.ok(
              Object.is(resultFor(result, c, 0), expected),
              `${left} ${operator} ${right}, on the path of ${a} / 2`,
            )
          }
        }
      }
    }
  }
})

test('operators with one operand, and truth', () => {
  for (const operator of UNARY) {
    for (const a of [...NUMBERS, true, false]) {
      const { path, x } = pathFor(a, 0)
      const result = unary(operator, x)
      const decided = pathFor(a, 0)
      const isTrue = truth(decided.x)
      for (const c of [...NUMBERS, true, false]) {
        if (typeof c !== typeof a) continue
        if (holds(path.constraints, c, 0))
          assert.ok(
            Object.is(resultFor(result, c, 0), unaryOf.get(operator)!(c)),
            `${operator}${c}, on the path of ${a}`,
          )
        if (holds(decided.path.constraints, c, 0)) assert.equal(isTrue, Boolean(c))
      }
    }
  }
})

test('one of a list: equal to a value of it, or to none', () => {
  const choices = ['a', 2, true] as const
  for (const [at, value] of choices.entries()) {
    for (const other of ['a', 2, true, 'b', 3, false, null, '2']) {
      for (const operator of ['===', '!==', '==', '!=', '+', '<']) {
        const path = new Path(new Map([['x', BigInt(at)]]))
        const x = new SymbolicValue(path, path.expressions.variable('x', 0n, 2n), value, choices)
        const result = concrete(binary(operator, x, other))
        assert.ok(Object.is(result, plain[operator]!(value as never, other as never)), `${value} ${operator} ${other}`)
        for (const [i, another] of choices.entries()) {
          if (!path.constraints.every((one) => (evaluate(one, new Map([['x', BigInt(i)]])) ?? 0n) !== 0n)) continue
          assert.ok(
            Object.is(result, plain[operator]!(another as never, other as never)),
            `${another} on the path of ${value}`,
          )
        }
      }
    }
  }
})

test('where a symbolic value gets to although it should not, that is said', () => {
  const { x } = pathFor(1, 2)
  assert.throws(() => `${x as unknown as string}`, /symbolic value got to code/)
  assert.throws(() => JSON.stringify({ x }), /symbolic value got to code/)
})

test('no value is outside the interval of its expression, and nothing is simplified to something else', () => {
  const kinds: Operator[] = [
    'add',
    'sub',
    'mul',
    'rem',
    'floor',
    'and',
    'or',
    'xor',
    'shl',
    'shr',
    'ushr',
    'lt',
    'le',
    'eq',
  ]
  const range = (low: number, high: number): bigint[] =>
    Array.from({ length: high - low + 1 }, (_, i) => BigInt(low + i))
  const ranges = [-3, -2, -1, 0, 1, 3].flatMap((low) =>
    [-3, -1, 0, 1, 2, 4].flatMap((high) => (low <= high ? [range(low, high)] : [])),
  )
  for (const kind of kinds) {
    for (const xs of ranges) {
      for (const ys of ranges) {
        if (['shl', 'shr', 'ushr'].includes(kind) && ys[0]! < 0n) continue
        const isDivided = kind === 'rem' || kind === 'floor'
        if (isDivided && ys.every((y) => y === 0n)) continue
        const expressions = new Expressions()
        const expr = expressions.apply(
          kind,
          expressions.variable('x', xs[0]!, xs.at(-1)!),
          expressions.variable('y', ys[0]!, ys.at(-1)!),
        )
        const chosen = expressions.apply('ite', expressions.apply('lt', expr, expressions.constant(1n)), expr, expr)
        for (const x of xs) {
          for (const y of ys) {
            if (isDivided && y === 0n) continue
            const value = compute(kind, [x, y])
            const at = new Map([
              ['x', x],
              ['y', y],
            ])
            const what = `${x} ${kind} ${y} of ${xs[0]}..${xs.at(-1)} and ${ys[0]}..${ys.at(-1)}`
            assert.equal(evaluate(expr, at), value, what)
            assert.equal(evaluate(chosen, at), value, what)
            assert.ok(value >= expr.least && value <= expr.most, what)
            const equal = expressions.apply('eq', expr, expressions.constant(value))
            assert.equal(evaluate(equal, at), 1n, what)
          }
        }
      }
    }
  }
})
