import { internalError } from '../base/errors.ts'
import type { Expr } from './expressions.ts'
import type { Path } from './path.ts'

export type Concrete = number | boolean | string

/**
 * The value that an input has now, or that was computed from it, with how. Transformed code keeps these in variables and
 * hands them to operators; everything else gets what `pin` returns, which holds for inputs of this value only.
 *
 * An integer is safe and never -0; a truth value is 0 or 1 as an expression; one of a list (`choices`) is its position.
 * A quotient of two safe integers has a `divisor` that is above 0 whatever else holds for the inputs, and is no constant 1:
 * it may be a fraction, rounded as JavaScript does, and is never -0.
 */
export class SymbolicValue {
  readonly path: Path
  readonly expr: Expr
  readonly value: Concrete
  readonly choices: readonly Concrete[] | null
  /** Of a quotient, whose dividend is the expression. */
  readonly divisor: Expr | null

  constructor(
    path: Path,
    expr: Expr,
    value: Concrete,
    choices: readonly Concrete[] | null = null,
    divisor: Expr | null = null,
  ) {
    this.path = path
    this.expr = expr
    this.value = value
    this.choices = choices
    this.divisor = divisor
  }

  /** A number or a truth value that its expression is: none of a list, and no quotient. */
  get isInteger(): boolean {
    return this.choices === null && this.divisor === null
  }

  /** The value, on the condition that it is this one. */
  pin(): Concrete {
    const { path, expr, value, divisor } = this
    if (divisor !== null) for (const one of [expr, divisor]) this.fix(one, path.valueOf(one))
    else if (typeof value === 'boolean' && this.choices === null) path.assume(expr, value)
    else this.fix(expr, this.number)
    return value
  }

  private fix(expr: Expr, value: bigint): void {
    const { expressions } = this.path
    this.path.pin(expressions.apply('eq', expr, expressions.constant(value)))
  }

  /** The value of the expression, if it is no quotient. */
  private get number(): bigint {
    return this.choices === null ? BigInt(this.value) : BigInt(this.choices.indexOf(this.value))
  }

  // Where one of these gets to although it should not, it must not be taken for something else in silence.
  [Symbol.toPrimitive](): never {
    throw internalError('a symbolic value got to code that does not know of them')
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]()
  }
}

export const concrete = (value: unknown): unknown => (value instanceof SymbolicValue ? value.pin() : value)
