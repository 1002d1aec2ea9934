/**
 * Random expressions of program code, three ways: as JavaScript computes them, as symbolic values are computed for every
 * input of the region, and as the solver understands them.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../../frontends/oracle/random.ts'
import { evaluate, type Expr, Expressions } from '../../../src/symbolic/expressions.ts'
import { binary, plain, plainUnary, unary } from '../../../src/symbolic/operators.ts'
import { Path } from '../../../src/symbolic/path.ts'
import { Solver } from '../../../src/symbolic/solver.ts'
import { SymbolicValue } from '../../../src/symbolic/symbolic-value.ts'
import { isInRegion } from '../../../src/symbolic/uncovered-inputs.ts'

const CONSTANTS = [0, 1, 2, 3, -1, -2, 4, 5, 7, 10, 0.5, -0.25, 0.1, 2 ** 31, -(2 ** 31), 2 ** 53 - 1, -0, NaN]
const BINARY = Object.keys(plain)
const UNARY = Object.keys(plainUnary)
/** Small ones, those at ends of int32, and those where numbers begin to be rounded. */
const DOMAINS: Domains = [
  [-9, 9],
  [0, 25],
  [2 ** 31 - 6, 2 ** 31 + 6],
  [-(2 ** 31) - 5, -(2 ** 31) + 5],
  [2 ** 53 - 12, 2 ** 53 - 1],
  [-(2 ** 53) + 1, -(2 ** 53) + 9],
  [2 ** 51 - 4, 2 ** 51 + 4],
]

interface Code {
  readonly operator: string
  readonly of: readonly (Code | 'x' | 'y' | number)[]
}
type Part = Code['of'][number]

/** Quotients, what is made of them, and comparisons are more likely than all else. */
function randomCode(random: Random, depth: number): Part {
  if (depth === 0) return random.chance(75) ? random.pick(['x', 'y'] as const) : random.pick(CONSTANTS)
  const part = (): Part => randomCode(random, random.below(depth))
  switch (random.below(6)) {
    case 0:
      return { operator: '/', of: [part(), random.chance(60) ? random.pick([2, 3, 4, 10, -2]) : part()] }
    case 1:
      return {
        operator: random.pick(['Math.floor', 'Math.trunc', 'Math.ceil', 'Math.round', '~', '-']),
        of: [randomCode(random, depth - 1)],
      }
    case 2:
      return { operator: random.pick(UNARY), of: [part()] }
    case 3:
      return { operator: random.pick(['<', '<=', '===', '|', '>>', '>>>', '&']), of: [part(), part()] }
    default:
      return { operator: random.pick(BINARY), of: [part(), part()] }
  }
}

type Apply = (operator: string, ...of: unknown[]) => unknown

function run(code: Part, x: unknown, y: unknown, apply: Apply): unknown {
  if (typeof code !== 'object') return code === 'x' ? x : code === 'y' ? y : code
  return apply(code.operator, ...code.of.map((one) => run(one, x, y, apply)))
}

const symbolically: Apply = (operator, ...of) =>
  of.length === 1 ? unary(operator, of[0]) : binary(operator, ...(of as [unknown, unknown]))
const really: Apply = (operator, ...of) =>
  of.length === 1 ? plainUnary[operator]!(of[0] as never) : plain[operator]!(...(of as [never, never]))

const textOf = (code: Part): string =>
  typeof code === 'object'
    ? `${code.operator}(${code.of.map(textOf).join(', ')})`
    : Object.is(code, -0)
      ? '-0'
      : String(code)

const assignment = (x: number, y: number) =>
  new Map([
    ['x', BigInt(x)],
    ['y', BigInt(y)],
  ])

/** What a result is for another input of its region. */
function resultFor(result: unknown, at: ReadonlyMap<string, bigint>): unknown {
  if (!(result instanceof SymbolicValue)) return result
  const value = evaluate(result.expr, at)!
  if (result.divisor !== null) return Number(value) / Number(evaluate(result.divisor, at)!)
  return typeof result.value === 'boolean' ? value !== 0n : Number(value)
}

const range = (random: Random, [least, most]: readonly [number, number]): number[] => {
  const all = Array.from({ length: most - least + 1 }, (_, i) => least + i)
  return all.filter((_, i) => i === 0 || i === all.length - 1 || random.chance(60))
}

interface Run {
  readonly constraints: readonly Expr[]
  readonly result: unknown
}

type Domains = readonly (readonly [least: number, most: number])[]

const variablesOf = (domains: Domains, expressions: Expressions): Expr[] =>
  ['x', 'y'].map((name, i) => expressions.variable(name, BigInt(domains[i]![0]), BigInt(domains[i]![1])))

function symbolicRun(code: Part, x: number, y: number, domains: Domains, expressions = new Expressions()): Run {
  const path = new Path(assignment(x, y), expressions)
  const variables = variablesOf(domains, expressions)
  const [p, q] = variables.map((one, i) => path.symbolic(one, [x, y][i]!))
  const result = run(code, p, q, symbolically)
  return { constraints: path.constraints, result }
}

const of = (operator: string, ...parts: Part[]): Code => ({ operator, of: parts })

/** Where a quotient may be rounded to what it is not. */
const DIRECTED: readonly Code[] = [
  ...[2, 3, 7, 10].flatMap((divisor) =>
    ['Math.floor', 'Math.trunc', 'Math.ceil', 'Math.round', '~', 'Number.isInteger', '!'].map((operator) =>
      of(operator, of('/', 'x', divisor)),
    ),
  ),
  ...['<', '<=', '>', '>=', '===', '!=='].flatMap((operator) => [
    of(operator, of('/', 'x', 3), of('/', 'y', 3)),
    of(operator, of('/', 'x', 3), of('/', of('-', 'x', 1), 3)),
    of(operator, of('/', 'x', 4), 0.25),
    of(operator, of('/', 'x', 3), 0.1),
    of(operator, of('/', 'x', 'y'), of('-', 'x', 1)),
  ]),
  of('Math.round', of('/', 'x', 'y')),
  of('*', of('/', 'x', 2), 2),
  of('-', of('/', 'x', 2), of('/', 'y', 4)),
  of('|', of('/', of('+', 'x', 'y'), 2), 0),
]

test('expressions are for all inputs of a region what JavaScript makes of them', () => {
  const random = new Random(7)
  let alike = 0
  const codes = [...DIRECTED, ...DIRECTED, ...Array.from({ length: 500 }, () => randomCode(random, 4))]
  for (const code of [...codes, ...DIRECTED]) {
    const domains = [random.pick(DOMAINS), random.chance(70) ? DOMAINS[random.below(2)]! : random.pick(DOMAINS)]
    const [xs, ys] = domains.map((one) => range(random, one)) as [number[], number[]]
    const [x, y] = [random.pick(xs), random.pick(ys)]
    const { constraints, result } = symbolicRun(code, x, y, domains)
    for (const c of xs) {
      for (const d of ys) {
        const at = assignment(c, d)
        if (!isInRegion(constraints, at)) continue
        if (c !== x || d !== y) alike++
        const expected = run(code, c, d, really)
        assert.ok(
          Object.is(resultFor(result, at), expected),
          `${textOf(code)} for ${c}, ${d} on the path of ${x}, ${y}: ${String(resultFor(result, at))}, not ${String(expected)}`,
        )
      }
    }
  }
  assert.ok(alike > 10_000, `${alike} inputs were in the region of another one`)
})

test('regions partition the inputs: what is in the region of another one has that region', () => {
  const random = new Random(11)
  for (let i = 0; i < 150; i++) {
    const code = randomCode(random, 4)
    const domains = [DOMAINS[0]!, DOMAINS[1]!]
    const [xs, ys] = domains.map((one) => range(random, one)) as [number[], number[]]
    const [x, y] = [random.pick(xs), random.pick(ys)]
    const members = ({ constraints }: Run): string =>
      xs.flatMap((c) => ys.map((d) => (isInRegion(constraints, assignment(c, d)) ? '1' : '0'))).join('')
    const found = members(symbolicRun(code, x, y, domains))
    for (const [j, isIn] of [...found].entries()) {
      if (isIn === '0') continue
      const other = symbolicRun(code, xs[Math.floor(j / ys.length)]!, ys[j % ys.length]!, domains)
      assert.equal(members(other), found, textOf(code))
    }
  }
})

test('the solver agrees on conditions and values, for inputs of the region and others', async () => {
  const random = new Random(23)
  const wrong: string[] = []
  const domains = [DOMAINS[0]!, random.pick(DOMAINS)]
  const expressions = new Expressions()
  const variables = variablesOf(domains, expressions)
  const solver = new Solver(variables, new Map())
  try {
    for (let i = 0; i < 80; i++) {
      const code = i % 2 === 0 ? random.pick(DIRECTED) : randomCode(random, 4)
      const [xs, ys] = domains.map((one) => range(random, one)) as [number[], number[]]
      const { constraints, result } = symbolicRun(code, random.pick(xs), random.pick(ys), domains, expressions)
      const [c, d] = [random.pick(xs), random.pick(ys)]
      const at = assignment(c, d)
      const equation = (of: Expr, value: bigint): Expr => expressions.apply('eq', of, expressions.constant(value))
      // It is asked for an input that is this one, and for which this does not hold.
      const holds = async (what: Expr): Promise<boolean> => {
        const isOther = ['x', 'y'].map((name, k) => expressions.apply('not', equation(variables[k]!, at.get(name)!)))
        const region = [...isOther, what].reduce((some, one) => expressions.apply('or', some, one))
        return (await solver.outside([], [region])) === null
      }
      const all = constraints.reduce((some, one) => expressions.apply('and', some, one), expressions.constant(1n))
      const isIn = isInRegion(constraints, at)
      if ((await holds(all)) !== isIn)
        wrong.push(`${textOf(code)} for ${c}, ${d}: ${isIn ? 'in' : 'outside'} the region`)
      if (!isIn || !(result instanceof SymbolicValue)) continue
      const value = evaluate(result.expr, at)!
      if (!(await holds(equation(result.expr, value)))) wrong.push(`${textOf(code)} for ${c}, ${d}: not ${value}`)
      if (await holds(equation(result.expr, value + 1n))) wrong.push(`${textOf(code)} for ${c}, ${d}: ${value + 1n}`)
    }
  } finally {
    await solver.close()
  }
  assert.deepEqual(wrong, [])
})

test('powers of integers are exact as long as they are safe, and quotients never cross an integer', () => {
  for (let exponent = 2; exponent <= 8; exponent++) {
    const last = Math.floor(Number.MAX_SAFE_INTEGER ** (1 / exponent))
    const step = Math.max(1, Math.floor(last / 100_000))
    for (let base = last + 1; base > 0; base -= step) {
      const exact = BigInt(base) ** BigInt(exponent)
      if (exact <= BigInt(Number.MAX_SAFE_INTEGER)) assert.equal(base ** exponent, Number(exact))
    }
  }
  const random = new Random(5)
  for (let i = 0; i < 50_000; i++) {
    const divisor = 1 + Math.floor(2 ** (53 * (random.below(1000) / 1000)))
    const multiple = Math.floor(Number.MAX_SAFE_INTEGER / divisor) - random.below(3)
    for (const dividend of [multiple * divisor - 1, multiple * divisor + 1]) {
      if (!Number.isSafeInteger(dividend) || dividend < 0) continue
      assert.equal(
        BigInt(Math.floor(dividend / divisor)),
        BigInt(dividend) / BigInt(divisor),
        `${dividend} / ${divisor}`,
      )
    }
  }
})
