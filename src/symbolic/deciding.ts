import type { Expr, Operator } from './expressions.ts'
import type { Path } from './path.ts'

export const SAFE = BigInt(Number.MAX_SAFE_INTEGER)
/** Beyond, the solver would need wider words than are worth it. */
const WIDEST = 2n ** 62n
/** Loops make expressions of expressions: beyond, they are told apart by value. */
const DEEPEST = 200

/** Makes values of expressions; what integers cannot say is told apart by conditions. */
export class Deciding {
  protected readonly path: Path

  constructor(path: Path) {
    this.path = path
  }

  /** Which way it is for the input of now: from here on that is a condition. */
  protected decide(condition: Expr): boolean {
    const holds = this.path.valueOf(condition) !== 0n
    this.path.assume(condition, holds)
    return holds
  }

  /** An integer that JavaScript computes exactly; null where it is rounded. */
  protected safe(expr: Expr): unknown {
    const { least, most } = expr
    if (least >= -SAFE && most <= SAFE) return this.int(expr)
    if (!isNarrow(expr)) return null
    const holds =
      this.decide(this.apply('le', this.constant(-SAFE), expr)) &&
      this.decide(this.apply('le', expr, this.constant(SAFE)))
    return holds ? this.int(expr) : null
  }

  /** x * y is -0. */
  protected isNegativeZero(x: Expr, y: Expr): Expr {
    const zero = this.constant(0n)
    const of = (a: Expr, b: Expr): Expr => this.apply('and', this.apply('eq', a, zero), this.apply('lt', b, zero))
    return this.apply('or', of(x, y), of(y, x))
  }

  protected int(expr: Expr): unknown {
    return this.kept(expr, Number(this.path.valueOf(expr)))
  }

  protected bool(expr: Expr): unknown {
    return this.kept(expr, this.path.valueOf(expr) !== 0n)
  }

  private kept(expr: Expr, value: number | boolean): unknown {
    if (expr.kind === 'const') return value
    const result = this.path.symbolic(expr, value)
    return isDeep(expr) ? result.pin() : result
  }

  protected apply(kind: Operator, ...args: Expr[]): Expr {
    return this.path.expressions.apply(kind, ...args)
  }

  protected constant(value: bigint): Expr {
    return this.path.expressions.constant(value)
  }
}

export const isDeep = ({ depth }: Expr): boolean => depth > DEEPEST
export const isNarrow = ({ least, most }: Expr): boolean => least >= -WIDEST && most <= WIDEST
