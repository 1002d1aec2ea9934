/**
 * Integer expressions over inputs, as the shadows of values and as conditions. Equal ones are one object. Each knows an
 * interval that it is in whatever the inputs are, so that no arithmetic here can overflow unnoticed: values of a node
 * are mathematical integers, and what JavaScript does to numbers (wrapping, rounding) is written out in nodes.
 */

import { commonDivisor, type Linear, linearOf, plus } from './linear.ts'

/** Of a condition, 0 or 1. */
export type Operator =
  | 'add'
  | 'sub'
  | 'mul'
  | 'rem'
  /** Of a quotient: the greatest integer that is not above it. */
  | 'floor'
  | 'and'
  | 'or'
  | 'xor'
  /** Shifts of int32 values by 0 to 31. */
  | 'shl'
  | 'shr'
  /** Of the same bits as an unsigned value. */
  | 'ushr'
  /** ToInt32: the lowest 32 bits, with their sign. */
  | 'int32'
  | 'lt'
  | 'le'
  | 'eq'
  | 'not'
  /** The second one where the first one holds, otherwise the third. */
  | 'ite'

export interface Expr {
  readonly id: number
  readonly kind: 'const' | 'var' | Operator
  /** Of a constant. */
  readonly value: bigint
  /** Of a variable: an input, or an element of one. */
  readonly name: string
  readonly args: readonly Expr[]
  readonly least: bigint
  readonly most: bigint
  /** How many operators are around each other. */
  readonly depth: number
  /** How many operators and operands it is written with: what is shared in it counts as often as it is there. */
  readonly size: number
}

type Comparison = 'lt' | 'le' | 'eq'
type Interval = readonly [least: bigint, most: bigint]

const INT32: Interval = [-(2n ** 31n), 2n ** 31n - 1n]
const UINT32: Interval = [0n, 2n ** 32n - 1n]
const TRUTH: Interval = [0n, 1n]

const least = (...of: bigint[]): bigint => of.reduce((a, b) => (a < b ? a : b))
const most = (...of: bigint[]): bigint => of.reduce((a, b) => (a > b ? a : b))

const within = (expr: Expr, [low, high]: Interval): boolean => expr.least >= low && expr.most <= high

/** Makes expressions; those of one factory can be compared by identity. */
export class Expressions {
  private readonly known = new Map<string, Expr>()
  private readonly comparisons = new Map<string, Expr>()
  private readonly sums = new Map<Expr, Linear>()

  constant(value: bigint): Expr {
    return this.made(`c${value}`, () => ({
      kind: 'const',
      value,
      name: '',
      args: [],
      least: value,
      most: value,
      depth: 0,
      size: 1,
    }))
  }

  variable(name: string, low: bigint, high: bigint): Expr {
    if (low === high) return this.constant(low)
    return this.made(`v${name}`, () => ({
      kind: 'var',
      value: 0n,
      name,
      args: [],
      least: low,
      most: high,
      depth: 0,
      size: 1,
    }))
  }

  apply(kind: Operator, ...given: Expr[]): Expr {
    const args = commutative.has(kind) ? ordered(given) : given
    const simple = this.simplified(kind, args)
    return simple ?? this.node(kind, args)
  }

  private node(kind: Operator, args: readonly Expr[]): Expr {
    return this.made(`${kind} ${args.map(({ id }) => id).join()}`, () => {
      const [low, high] = intervalOf(kind, args)
      const depth = 1 + Math.max(...args.map((arg) => arg.depth))
      const size = args.reduce((sum, arg) => sum + arg.size, 1)
      return { kind, value: 0n, name: '', args, least: low, most: high, depth, size }
    })
  }

  private made(key: string, make: () => Omit<Expr, 'id'>): Expr {
    let found = this.known.get(key)
    if (found === undefined) this.known.set(key, (found = { id: this.known.size, ...make() }))
    return found
  }

  /** A comparison with a constant, as one of what the other operand is made of. */
  private shifted(kind: Comparison, a: Expr, b: Expr): Expr | null {
    if ((a.kind === 'const') === (b.kind === 'const')) return null
    const isLeft = b.kind === 'const'
    const [of, { value: limit }] = isLeft ? [a, b] : [b, a]
    const compared = (x: Expr, other: bigint, isOnLeft = isLeft): Expr =>
      isOnLeft ? this.apply(kind, x, this.constant(other)) : this.apply(kind, this.constant(other), x)
    const [x, y, z] = of.args as [Expr, Expr, Expr]
    if (of.kind === 'add' && y.kind === 'const') return compared(x, limit - y.value)
    if (of.kind === 'sub' && x.kind === 'const') return compared(y, x.value - limit, !isLeft)
    if (of.kind === 'floor' && y.kind === 'const' && y.value > 0n)
      return this.ofQuotient(kind, x, y.value, limit, isLeft)
    // No further: values that are chosen from each other would be looked at again and again.
    if (of.kind !== 'ite' || y.kind === 'ite' || z.kind === 'ite') return null
    return this.apply('ite', x, compared(y, limit), compared(z, limit))
  }

  /** Comparisons of sums: what is on both sides is on neither, so that equal conditions are one, and short. */
  private ofSums(kind: Comparison, a: Expr, b: Expr): Expr {
    const key = `${kind} ${a.id},${b.id}`
    let found = this.comparisons.get(key)
    if (found === undefined) this.comparisons.set(key, (found = this.ofSum(kind, this.difference(a, b))))
    return found
  }

  private difference(a: Expr, b: Expr): Linear {
    return plus(linearOf(a, this.sums), linearOf(b, this.sums), -1n)
  }

  /** Of the sum and 0. */
  private ofSum(kind: Comparison, { terms, constant }: Linear): Expr {
    const by = commonDivisor(terms.values())
    if (by === 0n) return this.constant(compute(kind, [constant, 0n]))
    if (kind === 'eq' && constant % by !== 0n) return this.constant(0n)
    const inOrder = [...terms].sort(([a], [b]) => a.id - b.id)
    // An equation has two forms.
    const sign = kind === 'eq' && inOrder[0]![1] < 0n ? -1n : 1n
    const part = (of: bigint): Expr =>
      inOrder
        .filter(([, count]) => count * of > 0n)
        .map(([term, count]) => this.apply('mul', term, this.constant((count * of) / by)))
        .reduce((one, other) => this.apply('add', one, other), this.constant(0n))
    const [above, below] = [part(sign), part(-sign)]
    // How much the one part is above the other one, at most.
    const most = compute('floor', [kind === 'lt' ? -constant - 1n : -constant * sign, by])
    if (terms.size === 1) return this.ofTerm(kind, above, below, most)
    if (kind !== 'eq' && most === -1n) return this.compared('lt', above, below)
    const [left, right] = isZero(above) ? [-most, 0n] : isZero(below) || most > 0n ? [0n, most] : [-most, 0n]
    return this.compared(
      kind === 'eq' ? 'eq' : 'le',
      this.apply('add', above, this.constant(left)),
      this.apply('add', below, this.constant(right)),
    )
  }

  private ofTerm(kind: Comparison, above: Expr, below: Expr, most: bigint): Expr {
    const [term, limit] = isZero(below) ? [above, this.constant(most)] : [below, this.constant(-most)]
    const compared = kind === 'eq' ? 'eq' : 'le'
    const [a, b] = term === above ? [term, limit] : [limit, term]
    return this.shifted(compared, a, b) ?? this.compared(compared, a, b)
  }

  /** As it is, if the intervals of its operands do not tell. */
  private compared(kind: Comparison, a: Expr, b: Expr): Expr {
    return this.toldByIntervals(kind, a, b) ?? this.node(kind, kind === 'eq' ? ordered([a, b]) : [a, b])
  }

  private toldByIntervals(kind: Comparison, a: Expr, b: Expr): Expr | null {
    const always = kind === 'eq' ? a === b : kind === 'lt' ? a.most < b.least : a.most <= b.least
    const never =
      kind === 'eq' ? a.most < b.least || b.most < a.least : kind === 'lt' ? a.least >= b.most : a.least > b.most
    return always ? this.constant(1n) : never ? this.constant(0n) : null
  }

  /** The integer part of a / b, compared with a limit: a is below all multiples of b from some place on. */
  private ofQuotient(kind: Comparison, a: Expr, b: bigint, limit: bigint, isLeft: boolean): Expr {
    const [from, beyond] = [this.constant(limit * b), this.constant((limit + 1n) * b)]
    if (kind === 'eq') return this.apply('and', this.apply('le', from, a), this.apply('lt', a, beyond))
    if (isLeft) return this.apply('lt', a, kind === 'lt' ? from : beyond)
    return this.apply('le', kind === 'lt' ? beyond : from, a)
  }

  /** Of truth values, one of which is known. */
  private chosenTruth(a: Expr, b: Expr, c: Expr): Expr | null {
    if (!within(a, TRUTH)) return null
    if (b.kind === 'const') return isOne(b) ? this.apply('or', a, c) : this.apply('and', this.apply('not', a), c)
    if (c.kind !== 'const') return null
    return isOne(c) ? this.apply('or', this.apply('not', a), b) : this.apply('and', a, b)
  }

  private simplified(kind: Operator, args: readonly Expr[]): Expr | null {
    if (args.every((arg) => arg.kind === 'const'))
      return this.constant(
        compute(
          kind,
          args.map(({ value }) => value),
        ),
      )
    const [a, b, c] = args as [Expr, Expr, Expr]
    switch (kind) {
      case 'int32':
        return within(a, INT32) ? a : null
      case 'add':
        if (b.kind === 'const' && a.kind === 'add' && a.args[1]!.kind === 'const')
          return this.apply('add', a.args[0]!, this.constant(a.args[1]!.value + b.value))
        return isZero(b) ? a : null
      case 'mul':
        return isZero(b) ? b : isOne(b) ? a : null
      case 'floor':
        if (b.kind !== 'const' || b.value <= 0n) return null
        if (a.kind === 'floor' && a.args[1]!.kind === 'const' && a.args[1]!.value > 0n)
          return this.apply('floor', a.args[0]!, this.constant(a.args[1]!.value * b.value))
        return isOne(b) ? a : null
      case 'and':
        if (isOne(b) && within(a, TRUTH)) return a
        return isZero(a) || isZero(b) ? this.constant(0n) : null
      case 'or':
      case 'xor':
        return isZero(b) ? a : isZero(a) ? b : null
      case 'sub':
        return b.kind === 'const' ? this.apply('add', a, this.constant(-b.value)) : a === b ? this.constant(0n) : null
      case 'lt':
      case 'le':
      case 'eq':
        return this.toldByIntervals(kind, a, b) ?? this.shifted(kind, a, b) ?? this.ofSums(kind, a, b)
      case 'not':
        // One form for each condition, so that equal ones are one.
        if (a.kind === 'lt' || a.kind === 'le') return this.apply(a.kind === 'lt' ? 'le' : 'lt', a.args[1]!, a.args[0]!)
        return a.kind === 'not' ? a.args[0]! : null
      case 'ite':
        if (a.kind === 'const') return a.value === 0n ? c : b
        return b === c ? b : within(b, TRUTH) && within(c, TRUTH) ? this.chosenTruth(a, b, c) : null
      default:
        return null
    }
  }
}

const commutative: ReadonlySet<Operator> = new Set(['add', 'mul', 'and', 'or', 'xor', 'eq'])

/** Equal expressions are one, however they were written: constants come last. */
function ordered([a, b]: readonly Expr[]): Expr[] {
  const isLater = a!.kind === 'const' ? b!.kind !== 'const' || a!.id > b!.id : b!.kind !== 'const' && a!.id > b!.id
  return isLater ? [b!, a!] : [a!, b!]
}

const isOne = (expr: Expr): boolean => expr.kind === 'const' && expr.value === 1n
const isZero = (expr: Expr): boolean => expr.kind === 'const' && expr.value === 0n

/** What the operator makes of these values. */
export function compute(kind: Operator, values: readonly bigint[]): bigint {
  const [a, b, c] = values as [bigint, bigint, bigint]
  switch (kind) {
    case 'add':
      return a + b
    case 'sub':
      return a - b
    case 'mul':
      return a * b
    case 'rem':
      return a % b // as JavaScript's on numbers: with the sign of the dividend
    case 'floor': {
      const isRoundedUp = a % b !== 0n && a < 0n !== b < 0n // since division drops the fraction
      return a / b - (isRoundedUp ? 1n : 0n)
    }
    case 'and':
      return a & b
    case 'or':
      return a | b
    case 'xor':
      return a ^ b
    case 'shl':
      return BigInt.asIntN(32, a << b)
    case 'shr':
      return a >> b
    case 'ushr':
      return BigInt.asUintN(32, a) >> b
    case 'int32':
      return BigInt.asIntN(32, a)
    case 'lt':
      return a < b ? 1n : 0n
    case 'le':
      return a <= b ? 1n : 0n
    case 'eq':
      return a === b ? 1n : 0n
    case 'not':
      return a === 0n ? 1n : 0n
    case 'ite':
      return a === 0n ? c : b
  }
}

function intervalOf(kind: Operator, args: readonly Expr[]): Interval {
  const [a, b, c] = args as [Expr, Expr, Expr]
  switch (kind) {
    case 'add':
      return [a.least + b.least, a.most + b.most]
    case 'sub':
      return [a.least - b.most, a.most - b.least]
    case 'mul': {
      const ends = [a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most]
      return [least(...ends), most(...ends)]
    }
    case 'rem': {
      const size = most(b.most, -b.least) - 1n
      return [a.least < 0n ? most(a.least, -size) : 0n, a.most > 0n ? least(a.most, size) : 0n]
    }
    case 'floor': {
      const size = most(a.most, -a.least)
      if (b.least <= 0n) return [-size, size]
      const ends = [a.least, a.most].flatMap((end) => [b.least, b.most].map((by) => compute('floor', [end, by])))
      return [least(...ends), most(...ends)]
    }
    case 'and':
      if (a.least >= 0n && b.least >= 0n) return [0n, least(a.most, b.most)]
      return a.least >= 0n ? [0n, a.most] : b.least >= 0n ? [0n, b.most] : INT32
    case 'or':
    case 'xor':
      return a.least >= 0n && b.least >= 0n ? [0n, allOnes(most(a.most, b.most))] : INT32
    case 'shl':
    case 'int32':
      return INT32
    case 'shr':
      if (b.kind === 'const') return [a.least >> b.value, a.most >> b.value]
      return [a.least < 0n ? a.least : 0n, a.most >= 0n ? a.most : -1n]
    case 'ushr':
      return a.least >= 0n ? [0n, a.most] : UINT32
    case 'lt':
    case 'le':
    case 'eq':
    case 'not':
      return TRUTH
    case 'ite':
      return [least(b.least, c.least), most(b.most, c.most)]
  }
}

/** The least number of the form 2^k - 1 from this one up. */
const allOnes = (value: bigint): bigint => 2n ** BigInt(value.toString(2).length) - 1n

/** The values of variables, by their names. */
export type Assignment = ReadonlyMap<string, bigint>

/** Whether it has no value where its second operand is zero. */
export const isDivision = ({ kind }: Expr): boolean => kind === 'rem' || kind === 'floor'

/** The value of an expression for these inputs; null where it has none: of a division by zero. */
export function evaluate(expr: Expr, at: Assignment, known = new Map<Expr, bigint | null>()): bigint | null {
  if (expr.kind === 'const') return expr.value
  if (expr.kind === 'var') return at.get(expr.name) ?? null
  let found = known.get(expr)
  if (found !== undefined) return found
  const values = expr.args.map((arg) => evaluate(arg, at, known))
  if (expr.kind === 'ite' && values[0] !== null) found = values[0] === 0n ? values[2]! : values[1]!
  else if (values.includes(null) || (isDivision(expr) && values[1] === 0n)) found = null
  else found = compute(expr.kind, values as bigint[])
  known.set(expr, found)
  return found
}
