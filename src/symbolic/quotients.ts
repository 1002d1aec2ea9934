/**
 * Quotients of integers, which may be fractions. JavaScript rounds them, but never to an integer, nor past one: of a safe
 * dividend n and a divisor m, a quotient that is no integer is 1/m away from the next integer k at least, and would only
 * be rounded to it where that is half of the distance of floating-point numbers there, which takes k * m, and with it n,
 * beyond 2^53. So what is above it, below it and next to it can be told exactly.
 */
import { Deciding, isDeep, isNarrow, SAFE } from './deciding.ts'
import type { Expr, Expressions } from './expressions.ts'
import { SymbolicValue } from './symbolic-value.ts'

/** A plain fraction of more binary digits is not understood. */
const MOST_DIGITS = 20
/** By the same argument fractions that differ are still different when they are rounded, if their products are below. */
const EXACT_PRODUCT = 2n ** 51n

/** A dividend, and a divisor above 0. */
interface Ratio {
  readonly dividend: Expr
  readonly divisor: Expr
}

/** Towards zero, where -0 is 0: what is made of a quotient before it becomes an integer of some width. */
export function integerPart({ expr, divisor, path: { expressions } }: SymbolicValue): Expr {
  return divisor === null ? expr : truncated(expr, divisor, expressions)
}

function truncated(a: Expr, b: Expr, expressions: Expressions): Expr {
  const zero = expressions.constant(0n)
  const up = expressions.apply('floor', expressions.apply('sub', zero, a), b)
  const isNegative = expressions.apply('lt', a, zero)
  return expressions.apply('ite', isNegative, expressions.apply('sub', zero, up), expressions.apply('floor', a, b))
}

/** Null is the answer where the operands are to be pinned. */
export class Quotients extends Deciding {
  /** a / b of integers. */
  divided(a: Expr, b: Expr): unknown {
    const zero = this.constant(0n)
    const isNegative = (one: Expr): Expr => this.apply('lt', one, zero)
    if (this.decide(this.apply('eq', b, zero))) {
      if (this.decide(this.apply('eq', a, zero))) return NaN
      return this.decide(isNegative(a)) ? -Infinity : Infinity
    }
    if (this.decide(this.apply('and', this.apply('eq', a, zero), isNegative(b)))) return -0
    if (a === zero) return 0
    const negated = (one: Expr): Expr => this.apply('sub', zero, one)
    return this.decide(isNegative(b)) ? this.quotient(negated(a), negated(b)) : this.quotient(a, b)
  }

  /** Of a divisor above 0. */
  private quotient(a: Expr, b: Expr): unknown {
    if (b.kind === 'const') {
      const [dividend, divisor] = this.reduced(a, b.value)
      if (divisor === 1n) return this.int(dividend)
      if (dividend.kind === 'const') return Number(dividend.value) / Number(divisor)
      a = dividend
      b = this.constant(divisor)
    }
    const found = this.path.quotient(a, b)
    return isDeep(a) || isDeep(b) ? found.pin() : found
  }

  /** Without a factor that both have, where that can be seen. */
  private reduced(a: Expr, divisor: bigint): [Expr, bigint] {
    const factor =
      a.kind === 'const' ? a.value : a.kind === 'mul' && a.args[1]!.kind === 'const' ? a.args[1]!.value : 1n
    const common = greatestCommon(factor, divisor)
    if (common === 1n) return [a, divisor]
    const rest = this.constant(factor / common)
    return [a.kind === 'const' ? rest : this.apply('mul', a.args[0]!, rest), divisor / common]
  }

  unary(operator: string, value: SymbolicValue): unknown {
    const [a, b, zero] = [value.expr, value.divisor!, this.constant(0n)]
    const negative = this.apply('sub', zero, a)
    const isBelow = this.apply('lt', a, zero)
    switch (operator) {
      case '!':
        return this.bool(this.apply('eq', a, zero))
      case '+':
      case 'Number':
        return value
      case '-':
        return this.decide(this.apply('eq', a, zero)) ? -0 : this.quotient(negative, b)
      case '~':
        return this.int(this.apply('sub', this.constant(-1n), this.apply('int32', integerPart(value))))
      case 'Math.abs':
        return this.quotient(this.apply('ite', isBelow, negative, a), b)
      case 'Math.sign': {
        const above = this.apply('ite', this.apply('lt', zero, a), this.constant(1n), zero)
        return this.int(this.apply('ite', isBelow, this.constant(-1n), above))
      }
      case 'Math.floor':
        return this.int(this.apply('floor', a, b))
      case 'Math.trunc':
        return this.orNegativeZero(isBelow, this.apply('lt', negative, b), integerPart(value))
      case 'Math.ceil':
        return this.orNegativeZero(isBelow, this.apply('lt', negative, b), this.ceiling(a, b))
      case 'Math.round':
        return this.rounded(a, b)
      case 'Number.isInteger':
      case 'Number.isSafeInteger':
        return this.bool(this.apply('eq', this.apply('rem', a, b), zero))
      case 'Number.isNaN':
      case 'isNaN':
        return false
      case 'Number.isFinite':
      case 'isFinite':
        return true
      default:
        return null
    }
  }

  /** What is rounded up to zero, or cut off, keeps its sign. */
  private orNegativeZero(isBelow: Expr, isNearZero: Expr, result: Expr): unknown {
    return this.decide(this.apply('and', isBelow, isNearZero)) ? -0 : this.int(result)
  }

  private ceiling(a: Expr, b: Expr): Expr {
    const zero = this.constant(0n)
    return this.apply('sub', zero, this.apply('floor', this.apply('sub', zero, a), b))
  }

  /** To the next integer, halves upwards: half an integer is told from its neighbours as an integer is. */
  private rounded(a: Expr, b: Expr): unknown {
    if (!isWithin(a, EXACT_PRODUCT) || !isWithin(b, EXACT_PRODUCT)) return null
    const [zero, two] = [this.constant(0n), this.constant(2n)]
    const twice = this.apply('mul', a, two)
    const isHalf = this.apply('le', this.apply('sub', zero, twice), b)
    const result = this.apply('floor', this.apply('add', twice, b), this.apply('mul', b, two))
    return this.orNegativeZero(this.apply('lt', a, zero), isHalf, result)
  }

  /** Whether x is below y, or at most y, or equal. */
  compared(kind: 'lt' | 'le' | 'eq', x: unknown, y: unknown): unknown {
    for (const [one, isLeft] of [
      [x, false],
      [y, true],
    ] as const)
      if (typeof one === 'number' && (Number.isNaN(one) || Math.abs(one) > Number.MAX_SAFE_INTEGER))
        return kind === 'eq' ? false : isLeft ? 0 < one : one < 0 // no quotient is as large
    const [p, q] = [this.ratio(x), this.ratio(y)]
    if (p === null || q === null) return null
    const [left, right] = [this.apply('mul', p.dividend, q.divisor), this.apply('mul', q.dividend, p.divisor)]
    if (!isNarrow(left) || !isNarrow(right)) return null
    if (!isWhole(p) && !isWhole(q) && !(isWithin(left, EXACT_PRODUCT) && isWithin(right, EXACT_PRODUCT))) return null
    return this.bool(this.apply(kind, left, right))
  }

  /** `+`, `-`, `*` and `/` of binary fractions, as long as these are not rounded. */
  binary(operator: string, x: unknown, y: unknown): unknown {
    const [p, q] = [this.ratio(x), this.ratio(y)]
    if (p === null || q === null || !isBinary(p)) return null
    if (operator === '/') return this.dividedBy(p, q)
    if (!isBinary(q)) return null
    const [a, b, c, d] = [p.dividend, p.divisor.value, q.dividend, q.divisor.value]
    if (operator === '*') {
      if (this.decide(this.isNegativeZero(a, c))) return -0
      return this.exact(this.apply('mul', a, c), b * d)
    }
    if (operator !== '+' && operator !== '-') return null
    const divisor = b > d ? b : d
    const part = (one: Expr, by: bigint): Expr => this.apply('mul', one, this.constant(divisor / by))
    return this.exact(this.apply(operator === '+' ? 'add' : 'sub', part(a, b), part(c, d)), divisor)
  }

  private dividedBy({ dividend, divisor }: Ratio, by: Ratio): unknown {
    if (!isWhole(by)) return null
    const product = this.apply('mul', by.dividend, divisor)
    return isWithin(product, SAFE) ? this.divided(dividend, product) : null
  }

  private exact(dividend: Expr, divisor: bigint): unknown {
    if (!isWithin(dividend, SAFE) || divisor > 2n ** BigInt(MOST_DIGITS)) return null
    return this.quotient(dividend, this.constant(divisor))
  }

  private ratio(value: unknown): Ratio | null {
    const one = this.constant(1n)
    if (value instanceof SymbolicValue)
      return value.choices !== null ? null : { dividend: value.expr, divisor: value.divisor ?? one }
    if (typeof value === 'boolean') return { dividend: this.constant(value ? 1n : 0n), divisor: one }
    if (typeof value !== 'number' || Object.is(value, -0)) return null
    for (let digits = 0; digits <= MOST_DIGITS; digits++) {
      const dividend = value * 2 ** digits
      if (Number.isSafeInteger(dividend))
        return { dividend: this.constant(BigInt(dividend)), divisor: this.constant(1n << BigInt(digits)) }
    }
    return null
  }
}

const isWhole = ({ divisor }: Ratio): boolean => divisor.kind === 'const' && divisor.value === 1n
const isBinary = ({ divisor }: Ratio): boolean =>
  divisor.kind === 'const' &&
  (divisor.value & (divisor.value - 1n)) === 0n &&
  divisor.value <= 2n ** BigInt(MOST_DIGITS)
const isWithin = ({ least, most }: Expr, size: bigint): boolean => least >= -size && most <= size

function greatestCommon(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}
