/**
 * Which inputs are explored: one after the other, each outside the regions of all before it. Few are gone through;
 * otherwise the solver is asked.
 */
import { countInputs, inputAt, type InputDomains, type InputValues } from '../program/inputs/input-values.ts'
import { type Assignment, type Expr, Expressions } from './expressions.ts'
import { Solver } from './solver.ts'
import { assignmentOf, scalarsOf, valuesOf, variableOf } from './symbolic-inputs.ts'
import { isInRegion, UncoveredInputs } from './uncovered-inputs.ts'

/** Null where there is no such input, undefined where that could not be found out. */
export type NextInput = InputValues | null | undefined

export class InputRegions {
  readonly expressions = new Expressions()
  readonly first: InputValues
  readonly solver: Solver
  private readonly domains: InputDomains
  private readonly uncovered: UncoveredInputs | null
  private readonly regions: (readonly Expr[])[] = []

  /** Those that come first where they are in no region yet. */
  private preferred: readonly InputValues[]

  /**
   * `fixed`: inputs that have been given a value. `mostListed`: more inputs are left to the solver. `preferred`: with
   * these values, and before any others.
   */
  constructor(domains: InputDomains, fixed: InputValues, mostListed: number, preferred: readonly InputValues[] = []) {
    this.domains = domains
    this.preferred = preferred
    this.first = preferred[0] ?? inputAt(domains, fixed, 0)
    const scalars = [...scalarsOf(domains)]
    const variables = scalars
      .map(([name, domain]) => variableOf(name, domain, this.expressions))
      .filter(({ kind }) => kind === 'var')
    const all = assignmentOf(domains, this.first)
    const names = scalars.flatMap(([name, , input]) => (Object.hasOwn(fixed, input) ? [name] : []))
    this.solver = new Solver(variables, new Map(names.map((name) => [name, all.get(name)!])))
    const total = countInputs(domains, fixed)
    this.uncovered = total <= mostListed ? new UncoveredInputs(domains, fixed, total) : null
  }

  add(constraints: readonly Expr[]): void {
    this.regions.push(constraints)
    this.preferred = this.preferred.filter((one) => !isInRegion(constraints, assignmentOf(this.domains, one)))
    if (constraints.length === 0) this.listed = null
    else if (this.uncovered !== null) this.listed = this.uncovered.after(constraints)
  }
  /** An input outside all regions, as far as inputs are gone through. */
  private listed: NextInput = undefined

  /** An input outside all regions; a promise of one where the solver is asked. */
  next(): NextInput | Promise<NextInput> {
    if (this.regions.length === 0) return this.first
    if (this.preferred.length > 0) return this.preferred[0]!
    if (this.uncovered !== null || this.listed === null) return this.listed
    return this.solver.outside(this.regions).then((found) => found && valuesOf(this.domains, this.whole(found)))
  }

  /** Inputs that can have only one value are no variables. */
  private whole(found: Assignment): Assignment {
    return new Map([...assignmentOf(this.domains, this.first), ...found])
  }
}
