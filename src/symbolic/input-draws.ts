/**
 * Inputs drawn at random, each as likely as any other: one that is in no region yet is most likely in one that holds
 * many inputs. What is drawn is the same in every check.
 */
import type { InputValue } from '../program/inputs/domains.ts'
import type { InputDomains, InputValues } from '../program/inputs/input-values.ts'
import type { Expr } from './expressions.ts'
import { drawn } from './draw.ts'
import { assignmentOf } from './symbolic-inputs.ts'
import { isInRegion } from './uncovered-inputs.ts'

/** So many in a row may be in regions that are known; more would take longer than to ask the solver. */
export const MOST_IN_VAIN = 64

export class InputDraws {
  private readonly domains: InputDomains
  private readonly fixed: InputValues
  private readonly random = drawn(1)
  /** Drawn, and outside all regions so far. */
  private waiting: InputValues[] = []
  /** In a row: when there are too many, no more are drawn. */
  private left: number
  private readonly most: number

  constructor(domains: InputDomains, fixed: InputValues, most: number) {
    this.most = this.left = most
    this.domains = domains
    this.fixed = fixed
  }

  /** Those in this region are not waited for any more. */
  leave(constraints: readonly Expr[]): void {
    this.waiting = this.waiting.filter((one) => !isInRegion(constraints, assignmentOf(this.domains, one)))
  }

  /** One outside all regions, or null where it takes too many: then the rest is too small to be hit. */
  outside(regions: readonly (readonly Expr[])[]): InputValues | null {
    while (this.waiting.length === 0 && this.left > 0) {
      const one = this.draw()
      const at = assignmentOf(this.domains, one)
      if (regions.some((region) => isInRegion(region, at))) this.left--
      else {
        this.waiting.push(one)
        this.left = this.most
      }
    }
    return this.waiting[0] ?? null
  }

  private draw(): InputValues {
    const values = Object.entries(this.domains).map(([name, domain]): [string, InputValue] => [
      name,
      Object.hasOwn(this.fixed, name) ? this.fixed[name]! : domain.at(this.random(domain.size)),
    ])
    return Object.freeze(Object.fromEntries(values))
  }
}
