/** Comparisons of sums in their one form, and what follows from what, against every input of small domains. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionTexts } from '../../../src/symbolic/condition-text.ts'
import { type Assignment, compute, evaluate, type Expr, Expressions } from '../../../src/symbolic/expressions.ts'
import { follows } from '../../../src/symbolic/linear.ts'
import { int } from '../../../src/index.ts'
import { Random } from '../../frontends/oracle/random.ts'

const KINDS = ['lt', 'le', 'eq'] as const

function allInputs(ends: readonly (readonly [bigint, bigint])[]): Assignment[] {
  let found: bigint[][] = [[]]
  for (const [least, most] of ends)
    found = found.flatMap((one) =>
      Array.from({ length: Number(most - least) + 1 }, (_, i) => [...one, least + BigInt(i)]),
    )
  return found.map((values) => new Map(values.map((value, i) => [`x${i}`, value])))
}

class Case {
  readonly random: Random
  readonly expressions = new Expressions()
  readonly ends: readonly (readonly [bigint, bigint])[]
  readonly variables: readonly Expr[]

  constructor(seed: number) {
    this.random = new Random(seed)
    this.ends = [0, 1, 2].map(() => {
      const least = BigInt(this.random.below(7) - 4)
      return [least, least + BigInt(1 + this.random.below(4))] as const
    })
    this.variables = this.ends.map(([least, most], i) => this.expressions.variable(`x${i}`, least, most))
  }

  sum(depth = 3): Expr {
    const { random, expressions } = this
    const constant = (): Expr => expressions.constant(BigInt(random.below(13) - 6))
    if (depth === 0 || random.chance(15)) return random.chance(75) ? random.pick(this.variables) : constant()
    const part = (): Expr => this.sum(depth - 1)
    switch (random.below(7)) {
      case 0:
      case 1:
        return expressions.apply('add', part(), part())
      case 2:
      case 3:
        return expressions.apply('sub', part(), part())
      case 4:
        return expressions.apply('mul', part(), constant())
      case 5:
        return expressions.apply('mul', part(), part())
      default:
        return expressions.apply('floor', part(), expressions.constant(BigInt(random.pick([2, 3, -2]))))
    }
  }
}

test('a comparison of sums is the same in its one form, for every input', () => {
  let decided = 0
  for (let seed = 0; seed < 1_500; seed++) {
    const one = new Case(seed)
    const [a, b, kind] = [one.sum(), one.sum(), one.random.pick(KINDS)]
    const comparison = one.expressions.apply(kind, a, b)
    decided += comparison.kind === 'const' ? 1 : 0
    const contrary = one.expressions.apply('not', comparison)
    for (const input of allInputs(one.ends)) {
      const wanted = compute(kind, [evaluate(a, input)!, evaluate(b, input)!])
      assert.equal(evaluate(comparison, input), wanted, `seed ${seed}`)
      assert.equal(evaluate(contrary, input), 1n - wanted, `seed ${seed}: not`)
    }
  }
  assert.ok(decided > 100 && decided < 1_000, `${decided} are constant`)
})

test('comparisons that say the same of two sums are one', () => {
  for (let seed = 0; seed < 500; seed++) {
    const one = new Case(seed)
    const { expressions } = one
    const [a, b, more, kind] = [one.sum(2), one.sum(2), one.sum(1), one.random.pick(KINDS)]
    const plain = expressions.apply(kind, a, b)
    const moved = expressions.apply(kind, expressions.apply('sub', a, b), expressions.constant(0n))
    const wider = expressions.apply(kind, expressions.apply('add', more, a), expressions.apply('add', b, more))
    assert.deepEqual([moved.id, wider.id], [plain.id, plain.id], `seed ${seed}`)
  }
})

test('what is said to follow holds wherever the other one does', () => {
  let followed = 0
  for (let seed = 0; seed < 3_000; seed++) {
    const one = new Case(seed)
    const common = one.sum(2)
    const condition = (): Expr => {
      const other = one.expressions.apply('add', common, one.sum(1))
      const made = one.expressions.apply(one.random.pick(KINDS), other, one.sum(0))
      return one.random.chance(25) ? one.expressions.apply('not', made) : made
    }
    const [first, second] = [condition(), condition()]
    if (first.kind === 'const' || second.kind === 'const') continue
    if (!follows(second, first, (term, isLeast) => (isLeast ? term.least : term.most), new Map())) continue
    followed++
    for (const input of allInputs(one.ends))
      if (evaluate(first, input) === 1n) assert.equal(evaluate(second, input), 1n, `seed ${seed}`)
  }
  assert.ok(followed > 50, `${followed} follow`)
})

test('conditions on sums are short, and the limit comes last', () => {
  const domains = { a: int(0, 1000), b: int(0, 1000), fee: int(0, 9) }
  const expressions = new Expressions()
  const [a, b, fee] = Object.entries(domains).map(([name, { size }]) =>
    expressions.variable(name, 0n, BigInt(size - 1)),
  )
  const of = (kind: 'add' | 'sub' | 'le' | 'lt' | 'eq' | 'not' | 'rem', ...args: (Expr | number)[]): Expr =>
    expressions.apply(kind, ...args.map((one) => (typeof one === 'number' ? expressions.constant(BigInt(one)) : one)))
  const texts = (...constraints: Expr[]): string[] => conditionTexts(constraints, domains, expressions)
  const left = of('sub', 1000, of('add', a!, fee!))
  assert.deepEqual(texts(of('le', of('add', b!, fee!), left), of('le', 0, of('sub', left, of('add', b!, fee!)))), [
    '2 * fee + a + b <= 1000',
  ])
  assert.deepEqual(texts(of('eq', of('add', left, a!), 1000)), ['fee = 0'])
  assert.deepEqual(texts(of('lt', 1000, of('add', a!, fee!)), of('lt', 900, of('add', a!, fee!))), ['a + fee >= 1001'])
  assert.deepEqual(texts(of('lt', a!, b!), of('not', of('eq', a!, b!))), ['a < b'])
  assert.deepEqual(texts(of('le', 2, of('rem', of('add', a!, b!), 5))), ['(a + b) % 5 >= 2'])
})
