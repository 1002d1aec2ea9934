/**
 * Which inputs are explored: one after the other, each outside the regions of all before it. Few are gone through. Of
 * many some are drawn, which most likely hits regions that hold many of them; only when those that are drawn are all
 * in a region already, the solver is asked.
 */
import { internalError } from '../base/errors.ts'
import { countInputs, inputAt, type InputDomains, type InputValues } from '../program/inputs/input-values.ts'
import { type Assignment, type Expr, Expressions } from './expressions.ts'
import { InputDraws, MOST_IN_VAIN } from './input-draws.ts'
import { Solver } from './solver.ts'
import { assignmentOf, scalarsOf, valuesOf, variableOf } from './symbolic-inputs.ts'
import { isInRegion, UncoveredInputs } from './uncovered-inputs.ts'

/** Null where there is no such input, undefined where that could not be found out. */
export type NextInput = InputValues | null | undefined

export interface RegionOrder {
  /** More inputs are not gone through. */
  readonly mostListed: number
  /** With the values that are given, and before any others. */
  readonly preferred?: readonly InputValues[]
  /** Also where inputs are gone through, regions that hold more of them come first, rather than lower inputs. */
  readonly bySize?: boolean
  /** So many that are drawn may be in vain before the solver is asked. */
  readonly mostInVain?: number
}

export class InputRegions {
  readonly expressions = new Expressions()
  readonly first: InputValues
  readonly solver: Solver
  private readonly domains: InputDomains
  private readonly uncovered: UncoveredInputs | null
  private readonly draws: InputDraws
  private readonly regions: (readonly Expr[])[] = []
  /** Those that come first where they are in no region yet. */
  private preferred: readonly InputValues[]
  /** What the solver has been asked for while a region was explored. */
  private foreseen: Promise<Assignment | null | undefined> | null = null
  /** The last input came from the solver, so that the next one will. */
  private needsSolver = false
  /** For the solver, while nothing was explored. */
  waitedMs = 0

  /** `fixed`: inputs that have been given a value. */
  constructor(domains: InputDomains, fixed: InputValues, order: RegionOrder) {
    const { mostListed, preferred = [], bySize = false, mostInVain = MOST_IN_VAIN } = order
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
    this.draws = new InputDraws(domains, fixed, mostInVain)
    this.uncovered = total <= mostListed ? new UncoveredInputs(domains, fixed, total, bySize) : null
  }

  /** The region of an input that was explored. */
  add(constraints: readonly Expr[], representative: InputValues): void {
    if (!isInRegion(constraints, assignmentOf(this.domains, representative)))
      throw internalError('an input does not meet the conditions that were met while it was explored')
    this.regions.push(constraints)
    this.preferred = this.preferred.filter((one) => !isInRegion(constraints, assignmentOf(this.domains, one)))
    if (constraints.length === 0) this.listed = null
    else if (this.uncovered !== null) this.listed = this.uncovered.after(constraints)
    else this.draws.leave(constraints)
  }
  /** An input outside all regions, as far as inputs are gone through. */
  private listed: NextInput = undefined

  /** An input outside all regions; a promise of one where the solver is asked. */
  next(): NextInput | Promise<NextInput> {
    if (this.regions.length === 0) return this.first
    if (this.preferred.length > 0) return this.preferred[0]!
    if (this.uncovered !== null || this.listed === null) return this.listed
    const drawn = this.foreseen === null ? this.draws.outside(this.regions) : null
    if (drawn !== null) return drawn
    this.needsSolver = true
    const start = performance.now()
    return this.asked().then((found) => {
      this.waitedMs += performance.now() - start
      return found && valuesOf(this.domains, this.whole(found))
    })
  }

  /**
   * These conditions hold for the region that is explored now, and maybe others: an input for which one of them does
   * not hold is outside of it already, and the solver looks for one meanwhile. They must not depend on time.
   */
  foresee(constraints: readonly Expr[]): void {
    if (!this.needsSolver || this.preferred.length > 0 || constraints.length === 0 || this.foreseen !== null) return
    this.foreseen = this.solver.outside([...this.regions], constraints)
    this.foreseen.catch(() => undefined) // whoever asks for the next input will see it
  }

  private async asked(): Promise<Assignment | null | undefined> {
    const found = await this.foreseen
    this.foreseen = null
    // Where there was none, there may still be some that differ in what was met later.
    return found ?? this.solver.outside(this.regions)
  }

  /** Inputs that can have only one value are no variables. */
  private whole(found: Assignment): Assignment {
    return new Map([...assignmentOf(this.domains, this.first), ...found])
  }
}
