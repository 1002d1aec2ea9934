/**
 * Checks a program with inputs for all of them, those that behave alike at once. For one input, the representative, all
 * that is to be searched is searched; what its code met of conditions over the inputs is its region, whose inputs have
 * the very same search (docs/decisions/inputs.md). The next representative is any input outside all regions so far.
 */
import { type Heartbeat, newHeartbeat } from '../../execution/heartbeat.ts'
import { withInput } from '../../program/inputs/bind-input.ts'
import { countInputs, domainWords, inputText, type InputValues } from '../../program/inputs/input-values.ts'
import type { Program } from '../../program/program.ts'
import type { CheckResult, InputsResult, Stop } from '../../results/check-result.ts'
import { shapeTexts, someOf } from '../../symbolic/condition-text.ts'
import type { Assignment, Expr, Expressions } from '../../symbolic/expressions.ts'
import { InputRegions, type NextInput, type RegionOrder } from '../../symbolic/input-regions.ts'
import { Path } from '../../symbolic/path.ts'
import { mergedShapes } from '../../symbolic/merged-shapes.ts'
import { PinnedPlaces } from '../../symbolic/pinned-places.ts'
import { type RegionShape, shapeOf } from '../../symbolic/region-shape.ts'
import type { Solver } from '../../symbolic/solver.ts'
import { assignmentOf, symbolicInputs } from '../../symbolic/symbolic-inputs.ts'
import type { CheckOptions } from '../check-options.ts'
import { outcomeKey } from '../../results/outcome-key.ts'
import { formulaKey } from '../outcomes.ts'
import { claimsText } from './claims.ts'
import type { Described, MergedResults } from './merged-results.ts'
import { MOST_INPUTS } from './most-inputs.ts'
import { RepeatedCheck } from './repeated-check.ts'

/** A program that splits its inputs further than that does so by their values. */
export const MOST_REGIONS = 10_000
/** So many regions are named in a sentence, and so many conditions of one. */
const MOST_NAMED = 4
const MOST_CONDITIONS = 6
/** And ranges of values of one input. */
const MOST_RANGES = 5

interface Region {
  readonly constraints: readonly Expr[]
  readonly input: InputValues
  readonly outcome: CheckResult['outcome']
  /** All that its search has shown. */
  readonly behaviour: string
}

/** Regions that behave alike, as one. */
interface Listed extends Pick<Region, 'input' | 'outcome'> {
  readonly shape: RegionShape
  readonly explored: number
}

export class SymbolicCheck extends RepeatedCheck {
  readonly regions: Region[] = []
  private readonly inputs: InputRegions
  private readonly pinned = new PinnedPlaces()
  protected path!: Path
  private search: Promise<void> | null = null
  /** Whether all inputs are in a region; null when that could not be found out. */
  private coversAll: boolean | null = false

  constructor(program: Program, options: CheckOptions, heartbeat: Heartbeat = newHeartbeat()) {
    super(program, options, heartbeat)
    this.refuseSampling()
    this.inputs = new InputRegions(this.domains, this.fixed, this.regionOrder)
    this.explore(this.inputs.first)
  }

  // By a method, so that the validation can ask the solver however few there are.
  protected get regionOrder(): RegionOrder {
    return { mostListed: MOST_INPUTS }
  }

  private explore(input: InputValues): void {
    const path = (this.path = this.makePath(assignmentOf(this.domains, input), this.inputs.expressions))
    path.pinned = this.pinned
    path.onFirstEnd = () => this.inputs.foresee(path.constraints)
    this.begin(withInput(this.program, symbolicInputs(this.domains, input, this.path)), input)
  }

  // Made by a method, so that the validation can put a forgetful one in its place.
  protected makePath(input: Assignment, expressions: Expressions): Path {
    return new Path(input, expressions)
  }

  protected override checked(result: CheckResult, input: InputValues): void {
    const { constraints } = this.path
    this.regions.push({ constraints, input, outcome: result.outcome, behaviour: behaviourOf(result) })
  }

  /** Asks for an input outside all regions. */
  protected goOn(): void {
    const { constraints, input } = this.regions.at(-1)!
    if (this.regions.length >= MOST_REGIONS && constraints.length > 0) return this.end(false)
    this.inputs.add(constraints, input)
    const next = this.inputs.next()
    if (!(next instanceof Promise)) return this.goOnWith(next)
    this.search = next.then((found) => {
      this.search = null
      this.goOnWith(found)
    })
  }

  private goOnWith(next: NextInput): void {
    if (next === undefined) this.end(null)
    else if (next === null) this.end(true)
    else this.explore(next)
  }

  private end(coversAll: boolean | null): void {
    this.coversAll = coversAll
    this.finish()
  }

  protected override finish(): void {
    void this.inputs.solver.close()
    super.finish()
  }

  protected override get secondsElsewhere(): number {
    return this.inputs.waitedMs / 1000
  }

  override waiting(): Promise<void> | null {
    return this.search
  }

  protected get which(): string {
    return this.search !== null ? `looking for an input outside ${this.number} regions` : `region ${this.number + 1}`
  }

  protected described(merged: MergedResults, stopped: Stop | null): Described {
    const { verified, failing } = merged.results
    const listed = this.listed()
    const regions = listed.map(({ shape, ...region }) => ({ conditions: shapeTexts(shape, this.domains), ...region }))
    const explored = this.regions.length
    const { queries, milliseconds, isMissing } = this.inputs.solver
    const inputs: InputsResult = {
      mode: 'symbolic',
      of: domainWords(this.domains, this.fixed),
      total: countInputs(this.domains, this.fixed),
      verified,
      failing,
      guarantees: merged.claims(),
      regions,
      pinnedAt: this.pinned.mostFirst,
      solver: { queries, seconds: milliseconds / 1000, coversAll: this.coversAll, missing: isMissing },
    }
    const isWhole = this.coversAll === true
    const words = claimsText(inputs, ({ inputs: count, first }) => {
      if (isWhole && count === explored) return `every ${inputs.of}`
      const of = listed.filter(({ input }) => merged.claimOf(input) === merged.claimOf(first))
      const named = of.slice(0, MOST_NAMED).map(({ shape }) => clipped(shapeTexts(shape, this.domains, MOST_RANGES)))
      const left = of.length - named.length
      const more = left === 0 ? '' : `; or in ${left} more ${left === 1 ? 'region' : 'regions'}`
      return of.length === 0 ? inputText(first) : `inputs (${inputs.of}) where ${named.join('; or where ')}${more}`
    })
    return {
      inputs,
      words: words + this.unsaid(stopped),
      isComplete: isWhole && verified === explored,
      isOne: false,
    }
  }

  /** Those that behave the same are one where they differ in one respect only. */
  private listed(): Listed[] {
    const alike = new Map<string, Region[]>()
    for (const region of this.regions) {
      const known = alike.get(region.behaviour)
      if (known === undefined) alike.set(region.behaviour, [region])
      else known.push(region)
    }
    const { expressions } = this.inputs
    return [...alike.values()].flatMap((regions) => {
      const shapes = regions.map(({ constraints }) => shapeOf(constraints, expressions))
      return mergedShapes(shapes, expressions).map(({ shape, of }) => {
        const { input, outcome } = regions[Math.min(...of)]!
        return { shape, input, outcome, explored: of.length }
      })
    })
  }

  private unsaid(stopped: Stop | null): string {
    if (this.coversAll === true) return ''
    const why =
      this.coversAll === null
        ? whyUnknown(this.inputs.solver)
        : stopped === 'bug'
          ? 'the search stopped at the first bug'
          : this.regions.length >= MOST_REGIONS
            ? `there are more than ${MOST_REGIONS.toLocaleString('en-US')} regions`
            : 'the search had not finished'
    return ` Nothing is said about inputs outside ${this.regions.length === 1 ? 'this region' : `these ${this.regions.length} regions`}: ${why}.`
  }
}

/** All that is said of a region, but for which of its executions were met first. */
function behaviourOf(result: CheckResult): string {
  const { outcome, outcomes, bugs, races, guarantee, executions, transitions, traces } = result
  return JSON.stringify([
    [outcome, guarantee, executions, transitions, traces],
    outcomes.map(({ value, formula }) => (formula === undefined ? outcomeKey(value) : formulaKey(formula))).sort(),
    bugs.map(({ kind, thread, at, preemptions }) => [kind, thread, at, preemptions]).sort(),
    races.map(({ message, accesses }) => [message, accesses]).sort(),
  ])
}

const whyUnknown = ({ isMissing }: Solver): string =>
  isMissing
    ? 'the solver that looks for them is not installed (npm install z3-solver)'
    : 'the solver could not tell whether there are any'

const clipped = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'nothing else is asked' : someOf(conditions, MOST_CONDITIONS)
