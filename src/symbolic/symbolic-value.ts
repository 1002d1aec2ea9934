import { internalError } from '../base/errors.ts'
import type { Expr } from './expressions.ts'
import type { Path } from './path.ts'

export type Concrete = number | boolean | string

/**
 * The value that an input has now, or that was computed from it, with how. Transformed code keeps these in variables and
 * hands them to operators; everything else gets what `pin` returns, which holds for inputs of this value only.
 *
 * An integer is safe and never -0; a truth value is 0 or 1 as an expression; one of a list (`choices`) is its position.
 */
export class SymbolicValue {
  readonly path: Path
  readonly expr: Expr
  readonly value: Concrete
  readonly choices: readonly Concrete[] | null

  constructor(path: Path, expr: Expr, value: Concrete, choices: readonly Concrete[] | null = null) {
    this.path = path
    this.expr = expr
    this.value = value
    this.choices = choices
  }

  /** The value, on the condition that it is this one. */
  pin(): Concrete {
    const { path, expr, value } = this
    if (typeof value === 'boolean' && this.choices === null) path.assume(expr, value)
    else path.assume(path.expressions.apply('eq', expr, path.expressions.constant(this.number)), true)
    return value
  }

  /** The value of the expression. */
  get number(): bigint {
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
