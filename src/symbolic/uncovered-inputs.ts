/** Which inputs of a small domain are in no region so far: they are gone through, and no solver is needed. */
import { inputAt, type InputDomains, type InputValues } from '../program/inputs/input-values.ts'
import { drawn } from './draw.ts'
import { type Assignment, evaluate, type Expr } from './expressions.ts'
import { assignmentOf } from './symbolic-inputs.ts'

export const isInRegion = (constraints: readonly Expr[], at: Assignment): boolean => {
  const known = new Map<Expr, bigint | null>()
  return constraints.every((one) => (evaluate(one, at, known) ?? 0n) !== 0n)
}

export class UncoveredInputs {
  private readonly domains: InputDomains
  private readonly fixed: InputValues
  /** Their numbers. */
  private left: number[]
  private readonly random: ((n: number) => number) | null

  /** `bySize`: one of them at random, which most likely is in a region that holds many, rather than the first. */
  constructor(domains: InputDomains, fixed: InputValues, total: number, bySize = false) {
    this.random = bySize ? drawn(1) : null
    this.domains = domains
    this.fixed = fixed
    this.left = Array.from({ length: total }, (_, i) => i)
  }

  /** An input that is outside this region and all before; null where there is none. */
  after(constraints: readonly Expr[]): InputValues | null {
    this.left = this.left.filter((i) => !isInRegion(constraints, assignmentOf(this.domains, this.input(i))))
    return this.left.length === 0 ? null : this.input(this.left[this.random?.(this.left.length) ?? 0]!)
  }

  private input(i: number): InputValues {
    return inputAt(this.domains, this.fixed, i)
  }
}
