/**
 * Arithmetic with a plain operand that is no integer of ours: NaN, -0 or infinite. What comes of it depends on nothing
 * but the sign of the other operand, or is that operand itself, or its negative.
 */
import { Deciding } from './deciding.ts'
import type { SymbolicValue } from './symbolic-value.ts'

/** A power is not as simple. */
const UNDERSTOOD = new Set(['+', '-', '*', '/', '%', 'Math.max', 'Math.min'])

export const isBeyondIntegers = (value: unknown): value is number =>
  typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))

/** Of an operand. */
type Rule = (operand: number) => number

const same: Rule = (operand) => operand
const negative: Rule = (operand) => -operand

/** Null is the answer where the operands are to be pinned. */
export class BeyondIntegers extends Deciding {
  /** `perform`: the operator, with the plain operand on its side; `negated`: of the symbolic one. */
  result(operator: string, operand: SymbolicValue, perform: Rule, negated: () => unknown): unknown {
    if (!UNDERSTOOD.has(operator) || operand.choices !== null) return null
    const rule = this.ruleFor(operand, perform)
    if (rule === negative) return negated()
    if (rule !== same) return rule(0)
    return operand.divisor === null ? this.int(operand.expr) : operand
  }

  /** No more is asked about the sign than makes a difference. */
  private ruleFor({ expr }: SymbolicValue, perform: Rule): Rule {
    const fits = (rule: Rule, ...operands: number[]): boolean =>
      operands.every((one) => Object.is(rule(one), perform(one)))
    const ruleOf = (...operands: [number, number]): Rule =>
      [same, negative].find((one) => fits(one, ...operands)) ?? (() => perform(operands[0]))
    const [below, above, zero] = [ruleOf(-1, -2), ruleOf(1, 2), this.constant(0n)]
    if (fits(above, -2, -1, 0)) return above
    if (fits(above, 0)) return this.decide(this.apply('lt', expr, zero)) ? below : above
    if (fits(below, 0)) return this.decide(this.apply('lt', zero, expr)) ? above : below
    if (this.decide(this.apply('eq', expr, zero))) return () => perform(0)
    return fits(above, -1, -2) || !this.decide(this.apply('lt', expr, zero)) ? above : below
  }
}
