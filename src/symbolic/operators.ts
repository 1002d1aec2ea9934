/**
 * JavaScript's operators where an operand may be symbolic. What integers cannot say (fractions, NaN, -0, beyond 2^53) is
 * told apart by a condition. Where it is the case, the result is NaN, -0 or infinite whatever else the operands are, or
 * these are pinned: it is then a plain value for the inputs with these operands only.
 */
import { BeyondIntegers, isBeyondIntegers } from './beyond-integers.ts'
import { Deciding, isNarrow } from './deciding.ts'
import type { Expr } from './expressions.ts'
import type { Path } from './path.ts'
import { integerPart, Quotients } from './quotients.ts'
import { type Concrete, concrete, SymbolicValue } from './symbolic-value.ts'

/** Operators that have two operands, as JavaScript performs them on plain values. */
export const plain: Readonly<Record<string, (a: never, b: never) => unknown>> = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
  '**': (a: number, b: number) => a ** b,
  '&': (a: number, b: number) => a & b,
  '|': (a: number, b: number) => a | b,
  '^': (a: number, b: number) => a ^ b,
  '<<': (a: number, b: number) => a << b,
  '>>': (a: number, b: number) => a >> b,
  '>>>': (a: number, b: number) => a >>> b,
  '<': (a: number, b: number) => a < b,
  '>': (a: number, b: number) => a > b,
  '<=': (a: number, b: number) => a <= b,
  '>=': (a: number, b: number) => a >= b,
  // biome-ignore lint/suspicious/noDoubleEquals: it is what the program has written
  '==': (a: unknown, b: unknown) => a == b,
  // biome-ignore lint/suspicious/noDoubleEquals: it is what the program has written
  '!=': (a: unknown, b: unknown) => a != b,
  '===': (a: unknown, b: unknown) => a === b,
  '!==': (a: unknown, b: unknown) => a !== b,
  'Math.imul': (a: number, b: number) => Math.imul(a, b),
  'Math.max': (a: number, b: number) => Math.max(a, b),
  'Math.min': (a: number, b: number) => Math.min(a, b),
  'Math.pow': (a: number, b: number) => a ** b,
}

export const isUnderstood = (operator: string): boolean => Object.hasOwn(plain, operator)

/** Two operands. */
export function binary(operator: string, a: unknown, b: unknown): unknown {
  const path = pathOf(a) ?? pathOf(b)
  if (path !== null) {
    const result = new Arithmetic(path).binary(operator, a, b)
    if (result !== null) return result
  }
  return plain[operator]!(concrete(a) as never, concrete(b) as never)
}

/** One operand: `-`, `+`, `~`, `!`, and functions of `Math`. */
export function unary(operator: string, a: unknown): unknown {
  if (a instanceof SymbolicValue) {
    const result = new Arithmetic(a.path).unary(operator, a)
    if (result !== null) return result
  }
  return plainUnary[operator]!(concrete(a) as never)
}

/** Operators and functions that have one. */
export const plainUnary: Readonly<Record<string, (a: never) => unknown>> = {
  '-': (a: number) => -a,
  '+': (a: number) => +a,
  '~': (a: number) => ~a,
  '!': (a: unknown) => !a,
  'Math.abs': (a: number) => Math.abs(a),
  'Math.sign': (a: number) => Math.sign(a),
  'Math.floor': (a: number) => Math.floor(a),
  'Math.ceil': (a: number) => Math.ceil(a),
  'Math.round': (a: number) => Math.round(a),
  'Math.trunc': (a: number) => Math.trunc(a),
  'Math.clz32': (a: number) => Math.clz32(a),
  Number,
  Boolean,
  // biome-ignore lint/suspicious/noGlobalIsNan: it is what the program has written
  isNaN: (a: number) => isNaN(a),
  // biome-ignore lint/suspicious/noGlobalIsFinite: it is what the program has written
  isFinite: (a: number) => isFinite(a),
  'Number.isInteger': Number.isInteger,
  'Number.isSafeInteger': Number.isSafeInteger,
  'Number.isNaN': Number.isNaN,
  'Number.isFinite': Number.isFinite,
}

export const isUnderstoodOfOne = (operator: string): boolean => Object.hasOwn(plainUnary, operator)

/** What `Atomics` makes of a quotient. */
export const truncated = (value: SymbolicValue): unknown => new Arithmetic(value.path).truncated(value)

/** Of one of a list: what is made of it now, on the condition that it is one of which the same is made. */
export function madeOfListed<T>(value: SymbolicValue, make: (one: Concrete) => T): T {
  const made = make(value.value)
  truth(new Arithmetic(value.path).whether(value, (one) => Object.is(make(one), made)))
  return made
}

/** Whether it counts as true, from here on. */
export function truth(value: unknown): boolean {
  if (!(value instanceof SymbolicValue)) return Boolean(value)
  return !concrete(unary('!', value))
}

const COMPARISONS = new Set(['===', '!==', '==', '!=', '<', '>', '<=', '>='])

/** What these make of a fraction is the same as of what is left without it. */
const BITWISE = new Set(['&', '|', '^', '<<', '>>', '>>>', 'Math.imul'])
/** A power with a larger exponent is told apart by value. */
const MOST_FACTORS = 8n

const pathOf = (value: unknown): Path | null => (value instanceof SymbolicValue ? value.path : null)

/** Null is the answer where the operands are to be pinned. */
class Arithmetic extends Deciding {
  binary(operator: string, a: unknown, b: unknown): unknown {
    if (COMPARISONS.has(operator)) {
      const listed = this.ofListed(operator, a, b)
      if (listed !== null) return listed
    }
    switch (operator) {
      case '===':
        return this.equal(a, b)
      case '!==':
        return this.not(this.equal(a, b))
      case '==':
        return this.alike(a, b)
      case '!=':
        return this.not(this.alike(a, b))
      case '<':
      case '>':
      case '<=':
      case '>=':
        return this.compared(operator, a, b)
      default:
        return this.ofNumbers(operator, numberFor(operator, a), numberFor(operator, b))
    }
  }

  private ofNumbers(operator: string, a: unknown, b: unknown): unknown {
    const perform = plain[operator] as (x: number, y: number) => number
    const negated = (of: SymbolicValue) => (): unknown => this.unary('-', of)
    const beyond = new BeyondIntegers(this.path)
    if (isBeyondIntegers(a)) {
      const other = b as SymbolicValue
      return beyond.result(operator, other, (one) => perform(a, one), negated(other))
    }
    if (isBeyondIntegers(b)) {
      const other = a as SymbolicValue
      return beyond.result(operator, other, (one) => perform(one, b), negated(other))
    }
    return BITWISE.has(operator) || !(isQuotient(a) || isQuotient(b))
      ? this.ofIntegers(operator, this.integer(a), this.integer(b))
      : new Quotients(this.path).binary(operator, a, b)
  }

  private ofIntegers(operator: string, a: Expr | null, b: Expr | null): unknown {
    if (a === null || b === null) return null
    switch (operator) {
      case '+':
        return this.safe(this.apply('add', a, b))
      case '-':
        return this.safe(this.apply('sub', a, b))
      case '*':
        return this.product(a, b)
      case '/':
        return new Quotients(this.path).divided(a, b)
      case '%':
        return this.remainder(a, b)
      case '**':
      case 'Math.pow':
        return this.power(a, b)
      case '&':
        return this.int(this.apply('and', this.int32(a), this.int32(b)))
      case '|':
        return this.int(this.apply('or', this.int32(a), this.int32(b)))
      case '^':
        return this.int(this.apply('xor', this.int32(a), this.int32(b)))
      case '<<':
        return this.int(this.apply('shl', this.int32(a), this.shift(b)))
      case '>>':
        return this.int(this.apply('shr', this.int32(a), this.shift(b)))
      case '>>>':
        return this.int(this.apply('ushr', this.int32(a), this.shift(b)))
      case 'Math.imul':
        return this.int(this.apply('int32', this.apply('mul', this.int32(a), this.int32(b))))
      case 'Math.max':
        return this.int(this.apply('ite', this.apply('lt', a, b), b, a))
      case 'Math.min':
        return this.int(this.apply('ite', this.apply('lt', b, a), b, a))
      default:
        return null
    }
  }

  unary(operator: string, value: SymbolicValue): unknown {
    if (operator === 'Boolean') return this.not(this.unary('!', value))
    if (isQuotient(value)) return new Quotients(this.path).unary(operator, value)
    if (operator === '!') return value.choices === null ? this.negation(value) : this.whether(value, (one) => !one)
    if (operator.startsWith('Number.') && typeOf(value) !== 'number') return null
    const a = this.integer(value)
    if (a === null) return null
    const zero = this.constant(0n)
    switch (operator) {
      case '-':
        // -0 is no integer of ours.
        return this.decide(this.apply('eq', a, zero)) ? -0 : this.int(this.apply('sub', zero, a))
      case '~':
        return this.int(this.apply('sub', this.constant(-1n), this.int32(a)))
      case 'Math.abs':
        return this.int(this.apply('ite', this.apply('lt', a, zero), this.apply('sub', zero, a), a))
      case 'Math.sign': {
        const above = this.apply('ite', this.apply('lt', zero, a), this.constant(1n), zero)
        return this.int(this.apply('ite', this.apply('lt', a, zero), this.constant(-1n), above))
      }
      case 'Math.clz32':
        return this.int(this.leadingZeros(this.apply('ushr', this.int32(a), zero)))
      case 'isNaN':
      case 'Number.isNaN':
        return false
      case 'isFinite':
      case 'Number.isFinite':
      case 'Number.isInteger':
      case 'Number.isSafeInteger':
        return true
      default:
        return this.int(a) // rounding an integer, `+`, and `Number`
    }
  }

  /** Of 32 bits: how many powers of two are above it. */
  private leadingZeros(a: Expr): Expr {
    const powers = Array.from({ length: 32 }, (_, i) => this.constant(1n << BigInt(i)))
    return powers.map((one) => this.apply('lt', a, one)).reduce((sum, one) => this.apply('add', sum, one))
  }

  truncated(value: SymbolicValue): unknown {
    return this.int(integerPart(value))
  }

  private negation({ expr, value }: SymbolicValue): unknown {
    return this.bool(typeof value === 'boolean' ? this.apply('not', expr) : this.apply('eq', expr, this.constant(0n)))
  }

  private not(value: unknown): unknown {
    if (value === null) return null
    return value instanceof SymbolicValue ? this.bool(this.apply('not', value.expr)) : !value
  }

  /** One of a list, compared with a plain value that runs no code: for which of the list it holds. */
  private ofListed(operator: string, a: unknown, b: unknown): unknown {
    const compare = plain[operator]!
    const [x, y] = [a, b] as [never, never]
    if (isListed(a) && isPrimitive(b)) return this.whether(a, (one) => compare(one as never, y) as boolean)
    if (isListed(b) && isPrimitive(a)) return this.whether(b, (one) => compare(x, one as never) as boolean)
    return null
  }

  /** Whether it is one of those of its list for which the test holds. */
  whether({ expr, choices }: SymbolicValue, test: (one: Concrete) => boolean): unknown {
    const found = [...choices!.keys()].filter((i) => test(choices![i]!))
    if (found.length === choices!.length) return true
    const equations = found.map((i) => this.apply('eq', expr, this.constant(BigInt(i))))
    return this.bool(equations.reduce((some, one) => this.apply('or', some, one), this.constant(0n)))
  }

  /** `===`, by type. */
  private equal(a: unknown, b: unknown): unknown {
    if (isListed(a) || isListed(b)) {
      const [x, y] = [a, b] as [SymbolicValue, SymbolicValue]
      return isListed(a) && isListed(b) && a.choices === b.choices ? this.bool(this.apply('eq', x.expr, y.expr)) : null
    }
    if (typeOf(a) !== typeOf(b)) return false
    if (typeOf(a) === 'boolean') return this.bool(this.apply('eq', this.asNumber(a), this.asNumber(b)))
    return this.equalNumbers(a, b)
  }

  private equalNumbers(a: unknown, b: unknown): unknown {
    if (isQuotient(a) || isQuotient(b)) return new Quotients(this.path).compared('eq', positive(a), positive(b))
    const [m, n] = [a, b].map((one) => this.integer(Object.is(one, -0) ? 0 : one)) as [Expr | null, Expr | null]
    // An integer is no fraction, not infinite and not NaN.
    return m !== null && n !== null && this.bool(this.apply('eq', m, n))
  }

  /** `==`: what is no number becomes one, but for what equals no number at all. */
  private alike(a: unknown, b: unknown): unknown {
    if (isListed(a) || isListed(b) || typeOf(a) === typeOf(b)) return this.equal(a, b)
    if ([a, b].some((one) => one === null || one === undefined)) return false
    const [x, y] = [a, b].map(asComparable)
    return x === null || y === null ? null : this.equalNumbers(x, y)
  }

  /** `<` and its like, of numbers: a fraction as the integer next to it. */
  private compared(operator: string, a: unknown, b: unknown): unknown {
    if (isListed(a) || isListed(b)) return null
    const isLeft = a instanceof SymbolicValue
    const [x, y] = [a, b].map((one) => (isPrimitive(one) ? asNumeric(one) : one instanceof SymbolicValue ? one : null))
    if (x === null || y === null) return null
    if (isQuotient(x) || isQuotient(y)) return this.comparedQuotients(operator, x, y)
    const fixed = isLeft ? y : x
    if (typeof fixed === 'number' && !Number.isFinite(fixed)) {
      // Of an integer, it is the same as of any other.
      return isLeft ? plain[operator]!(0 as never, fixed as never) : plain[operator]!(fixed as never, 0 as never)
    }
    const isAbove = operator.startsWith('>')
    const [low, high] = isAbove ? [y, x] : [x, y]
    const isStrict = operator.length === 1
    // low < high: a fraction on the right is less than what it is rounded up to, one on the left is rounded down.
    const [m, n] = [
      this.boundary(low, isStrict ? Math.floor : Math.ceil),
      this.boundary(high, isStrict ? Math.ceil : Math.floor),
    ]
    return this.bool(this.apply(isStrict ? 'lt' : 'le', m, n))
  }

  private comparedQuotients(operator: string, x: unknown, y: unknown): unknown {
    const [low, high] = operator.startsWith('>') ? [y, x] : [x, y]
    return new Quotients(this.path).compared(operator.length === 1 ? 'lt' : 'le', positive(low), positive(high))
  }

  private boundary(value: unknown, round: (value: number) => number): Expr {
    return value instanceof SymbolicValue ? value.expr : this.constant(BigInt(round(value as number)))
  }

  /** The operand as an integer, as ToNumber makes one of truth values, or as bits; null where it is none. */
  private integer(value: unknown): Expr | null {
    if (value instanceof SymbolicValue) return value.choices !== null ? null : integerPart(value)
    if (typeof value === 'boolean') return this.constant(value ? 1n : 0n)
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? this.constant(BigInt(value as number)) : null
  }

  private asNumber(value: unknown): Expr {
    return value instanceof SymbolicValue ? value.expr : this.constant(value === true ? 1n : 0n)
  }

  private product(a: Expr, b: Expr): unknown {
    return this.decide(this.isNegativeZero(a, b)) ? -0 : this.safe(this.apply('mul', a, b))
  }

  /** With a small exponent: as a product, which is exact as long as it is safe. */
  private power(a: Expr, b: Expr): unknown {
    if (b.kind !== 'const' || b.value < 0n || b.value > MOST_FACTORS) return null
    const factors = Array.from({ length: Number(b.value) }, () => a)
    let product = this.constant(1n)
    for (const one of factors) if (isNarrow((product = this.apply('mul', product, one))) === false) return null
    return this.safe(product)
  }

  private remainder(a: Expr, b: Expr): unknown {
    const zero = this.constant(0n)
    if (this.decide(this.apply('eq', b, zero))) return NaN
    const rest = this.apply('rem', a, b)
    if (this.decide(this.apply('and', this.apply('lt', a, zero), this.apply('eq', rest, zero)))) return -0
    return this.int(rest)
  }

  /** ToInt32. */
  private int32(expr: Expr): Expr {
    return this.apply('int32', expr)
  }

  private shift(expr: Expr): Expr {
    return this.apply('and', this.int32(expr), this.constant(31n))
  }
}

const typeOf = (value: unknown): string => typeof (value instanceof SymbolicValue ? value.value : value)

/** One of a list, whose values may be of several types. */
const isListed = (value: unknown): value is SymbolicValue => value instanceof SymbolicValue && value.choices !== null

const isQuotient = (value: unknown): boolean => value instanceof SymbolicValue && value.divisor !== null

/** Compared with anything, -0 is 0. */
const positive = (value: unknown): unknown => (Object.is(value, -0) ? 0 : value)

/** A plain value that can be compared with anything without running code, or failing. */
const isPrimitive = (value: unknown): boolean =>
  value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')

/** As an operator takes a plain value beside a number: texts that are added stay texts. */
function numberFor(operator: string, value: unknown): unknown {
  if (!isPrimitive(value) || typeof value === 'bigint' || (operator === '+' && typeof value === 'string')) return value
  return BITWISE.has(operator) ? Number(value) | 0 : Number(value)
}

/** As `<` takes it beside a number; null where it is no number. */
const asNumeric = (value: unknown): number | null => (typeof value === 'bigint' ? null : Number(value))

/** As `==` takes it beside a number or a truth value; null where it is none, or code would run. */
function asComparable(value: unknown): unknown {
  if (value instanceof SymbolicValue || typeof value === 'number') return value
  return typeof value === 'string' || typeof value === 'boolean' ? Number(value) : null
}
