/** What the solver makes of expressions is what they mean: it is asked for an input for which both differ. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { evaluate, type Expr, Expressions, type Operator } from '../../../src/symbolic/expressions.ts'
import { Solver } from '../../../src/symbolic/solver.ts'

const solvers: Solver[] = []
after(() => Promise.all(solvers.map((one) => one.close())))

/** An input outside these regions. */
function find(variables: Expr[], fixed: ReadonlyMap<string, bigint>, regions: Expr[][], limit?: number) {
  const solver = new Solver(variables, fixed, limit)
  solvers.push(solver)
  return solver.outside(regions)
}

const OPERATORS: Operator[] = ['add', 'sub', 'mul', 'rem', 'floor', 'and', 'or', 'xor', 'lt', 'le', 'eq']

test('each operator: the value for given operands', async () => {
  const wrong: string[] = []
  for (const [low, high] of [
    [-9n, 9n],
    [-(2n ** 31n), 2n ** 31n - 1n],
    [0n, 2n ** 53n - 1n],
  ] as const) {
    const expressions = new Expressions()
    const [x, y] = ['x', 'y'].map((name) => expressions.variable(name, low, high)) as [Expr, Expr]
    const of32 = (expr: Expr): Expr => expressions.apply('int32', expr)
    const shift = expressions.apply('and', of32(y), expressions.constant(31n))
    const made = [
      ...OPERATORS.map((kind) => expressions.apply(kind, x, y)),
      ...(['shl', 'shr', 'ushr'] as const).map((kind) => expressions.apply(kind, of32(x), shift)),
      of32(expressions.apply('mul', of32(x), of32(y))),
      expressions.apply('not', expressions.apply('lt', x, y)),
      expressions.apply('ite', expressions.apply('lt', x, y), expressions.apply('sub', x, y), y),
    ]
    for (const [a, b] of [
      [low, high],
      [high, low],
      [low, low],
      [3n, 2n],
      [5n, 7n],
      [low + 1n, 2n],
      [low + 2n, 2n],
    ] as const) {
      const at = new Map([
        ['x', a],
        ['y', b],
      ])
      // All at once: every equation with the value as we know it, together; the solver must agree with each.
      const equations = made.flatMap((expr) => {
        const value = evaluate(expr, at)
        return value === null ? [] : [expressions.apply('eq', expr, expressions.constant(value))]
      })
      const found = await find([x, y], at, [equations.filter((one) => one.kind !== 'const')])
      if (found !== null) wrong.push(`${a}, ${b}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('inputs outside regions, until there are none; no answer where the solver may do nothing', async () => {
  const expressions = new Expressions()
  const x = expressions.variable('x', 0n, 2n ** 31n - 1n)
  const seven = expressions.apply(
    'eq',
    expressions.apply('mul', x, expressions.constant(7n)),
    expressions.constant(7n * 123_456_789n),
  )
  const first = await find([x], new Map(), [[expressions.apply('not', seven)]])
  assert.equal(first!.get('x'), 123_456_789n)
  const none = await find([x], new Map(), [[expressions.apply('not', seven)], [seven]])
  assert.equal(none, null)
  const square = expressions.apply('mul', x, x)
  const hard = expressions.apply(
    'eq',
    expressions.apply('rem', square, expressions.constant(1_000_003n)),
    expressions.constant(5n),
  )
  assert.equal(await find([x], new Map(), [[expressions.apply('not', hard)]], 1000), undefined)
})
