/** The results for single inputs as one: counts add up, and what several inputs show is listed once, with the first. */
import type { InputValues } from '../../program/inputs/input-values.ts'
import type { CheckResult, Effort, InputsResult, Pass, PassCounts, Stop } from '../../results/check-result.ts'
import { outcomeKey } from '../../results/outcome-key.ts'
import { formulaKey } from '../outcomes.ts'
import { DEFAULT_MAX_ROWS } from '../check-options.ts'
import { caveatsOf, claimOf, type Coverage } from '../guarantee.ts'

/** What is said about the inputs as such. */
export interface Described {
  readonly inputs: InputsResult
  /** The claims, each with the inputs that it holds for. */
  readonly words: string
  /** Every input was searched as far as asked, and shows no bug. */
  readonly isComplete: boolean
  readonly isOne: boolean
}

type Listed = 'outcomes' | 'bugs' | 'races' | 'held'

/** Rows of a table, each once; what is beyond the limit is counted. */
class Rows<R extends { readonly schedule: string }> {
  readonly rows = new Map<string, R>()
  omitted = 0
  private readonly most: number
  private readonly keyOf: (row: R) => string

  constructor(most: number, keyOf: (row: R) => string) {
    this.most = most
    this.keyOf = keyOf
  }

  add(rows: readonly R[], input: InputValues, join: (known: R, row: R) => R = (known) => known): void {
    for (const row of rows) {
      const key = this.keyOf(row)
      const known = this.rows.get(key)
      if (known !== undefined) this.rows.set(key, join(known, row))
      else if (this.rows.size < this.most) this.rows.set(key, { ...row, input })
      else this.omitted++
    }
  }
}

export class MergedResults {
  readonly results: { count: number; verified: number; failing: number } = { count: 0, verified: 0, failing: 0 }
  private readonly maxRows: number
  private readonly outcomes: Rows<CheckResult['outcomes'][number]>
  private readonly bugs: Rows<CheckResult['bugs'][number]>
  private readonly races: Rows<CheckResult['races'][number]>
  private readonly held: Rows<CheckResult['held'][number]>
  private readonly guarantees = new Map<string, { inputs: number; readonly first: InputValues }>()
  /** By input. */
  private readonly claimed = new Map<string, string>()
  private readonly passes = new Map<string, Pass>()
  private readonly fixedValues = new Map<string, CheckResult['values']['fixed'][number]>()
  private readonly omitted: Record<Listed, number> = { outcomes: 0, bugs: 0, races: 0, held: 0 }
  private counts: PassCounts | null = null
  /** The result whose search says least. */
  private weakest: CheckResult | null = null
  private last: CheckResult | null = null
  /** The largest that one of them had. */
  private tree: CheckResult['tree'] = null
  private advice: string | null = null
  /** What the claims rest on, of all inputs. */
  private coverage: Coverage | null = null
  private seconds = 0
  private executions = 0
  private transitions = 0

  constructor(maxRows = DEFAULT_MAX_ROWS) {
    this.maxRows = maxRows
    this.outcomes = new Rows(maxRows, ({ value, formula }) =>
      formula === undefined ? outcomeKey(value) : formulaKey(formula),
    )
    this.bugs = new Rows(maxRows, ({ kind, at, message }) => JSON.stringify([kind, at, message]))
    this.races = new Rows(maxRows, ({ message, accesses }) => JSON.stringify([message, accesses]))
    this.held = new Rows(maxRows, ({ message }) => message)
  }

  /** `spent`: on this input. */
  add(result: CheckResult, coverage: Coverage, input: InputValues, spent: Effort): void {
    this.results.count++
    if (result.outcome === 'verified') this.results.verified++
    if (result.outcome === 'bug') this.results.failing++
    this.counts = this.counts === null ? result : sumOf(this.counts, result)
    this.outcomes.add(result.outcomes, input, (known, row) => ({
      ...known,
      executions: known.executions + row.executions,
    }))
    this.bugs.add(
      result.bugs.map((bug) => this.foundHere(bug)),
      input,
    )
    this.races.add(
      result.races.map((race) => this.foundHere(race)),
      input,
    )
    this.held.add(result.held, input)
    for (const pass of result.passes) {
      const key = JSON.stringify([pass.bounds, pass.switch, pass.reduction, pass.order])
      const known = this.passes.get(key)
      this.passes.set(
        key,
        known === undefined ? pass : { ...pass, ...sumOf(known, pass), seconds: known.seconds + pass.seconds },
      )
    }
    for (const row of result.values.fixed) this.fixedValues.set(`${row.source} ${row.at}`, row)
    for (const list of Object.keys(this.omitted) as Listed[]) this.omitted[list] += result.omitted[list]
    const claim = claimOf(coverage)
    const said = this.guarantees.get(claim)
    if (said === undefined) this.guarantees.set(claim, { inputs: 1, first: input })
    else said.inputs++
    this.claimed.set(JSON.stringify(input), claim)
    this.coverage = this.coverage === null ? coverage : joined(this.coverage, coverage)
    if (this.weakest === null || strength(result) < strength(this.weakest)) this.weakest = result
    this.last = result
    if (result.tree !== null && result.tree.largest.nodes > (this.tree?.largest.nodes ?? 0)) this.tree = result.tree
    this.advice ??= result.advice
    this.seconds += result.seconds
    this.executions += spent.executions
    this.transitions += spent.transitions
  }

  /** What was spent on the inputs before counts as well. */
  private foundHere<R extends { readonly foundAfter?: Effort }>(row: R): R {
    const { foundAfter } = row
    if (foundAfter === undefined) return row
    return {
      ...row,
      foundAfter: {
        executions: foundAfter.executions + this.executions,
        transitions: foundAfter.transitions + this.transitions,
        seconds: foundAfter.seconds + this.seconds,
      },
    }
  }

  /** What can be relied on for an input. */
  claimOf(input: InputValues): string | undefined {
    return this.claimed.get(JSON.stringify(input))
  }

  /** What can be relied on, and for how many inputs each. */
  claims(): InputsResult['guarantees'] {
    return [...this.guarantees].map(([guarantee, { inputs, first }]) => ({ guarantee, inputs, first }))
  }

  /** `stopped`: what ended the check before all inputs had their turn, or one of them had all of it. */
  result(stopped: Stop | null, { inputs, words, isComplete, isOne }: Described): CheckResult {
    const { weakest, last, counts } = this
    return {
      ...weakest!,
      ...pickCounts(counts!),
      outcome: this.results.failing > 0 ? 'bug' : isComplete ? 'verified' : 'incomplete',
      guarantee: words + caveatsOf(this.inAll()),
      inputs,
      tree: this.tree,
      stopped: stopped ?? (isOne ? last!.stopped : null),
      advice: this.advice,
      exhaustive: weakest!.exhaustive && isComplete,
      estimate: isOne ? last!.estimate : null,
      passes: isOne ? [...this.passes.values()] : [...this.passes.values()].map(({ growth: _, ...pass }) => pass),
      outcomes: [...this.outcomes.rows.values()],
      bugs: [...this.bugs.rows.values()],
      races: [...this.races.rows.values()],
      held: [...this.held.rows.values()],
      values: { fixed: [...this.fixedValues.values()], explored: last!.values.explored },
      omitted: {
        outcomes: this.omitted.outcomes + this.outcomes.omitted,
        bugs: this.omitted.bugs + this.bugs.omitted,
        races: this.omitted.races + this.races.omitted,
        held: this.omitted.held + this.held.omitted,
      },
      instrumented: last!.instrumented,
      seconds: this.seconds,
      peakRssBytes: last!.peakRssBytes,
    }
  }

  private inAll(): Coverage {
    return {
      ...this.coverage!,
      races: this.races.rows.size + this.races.omitted + this.omitted.races,
      held: this.held.rows.size + this.held.omitted + this.omitted.held,
      fixed: [...this.fixedValues.values()],
    }
  }

  /** For what would be there with one more, which goes on. */
  copy(): MergedResults {
    const copy = new MergedResults(this.maxRows)
    Object.assign(copy.results, this.results)
    for (const list of ['outcomes', 'bugs', 'races', 'held'] as const) {
      for (const [key, row] of this[list].rows) (copy[list].rows as Map<string, unknown>).set(key, row)
      copy[list].omitted = this[list].omitted
    }
    for (const [text, said] of this.guarantees) copy.guarantees.set(text, { ...said })
    for (const [key, claim] of this.claimed) copy.claimed.set(key, claim)
    for (const [key, pass] of this.passes) copy.passes.set(key, pass)
    for (const [key, row] of this.fixedValues) copy.fixedValues.set(key, row)
    Object.assign(copy.omitted, this.omitted)
    const { counts, weakest, last, tree, advice, seconds, coverage, executions, transitions } = this
    return Object.assign(copy, { counts, weakest, last, tree, advice, seconds, coverage, executions, transitions })
  }
}

/** The caveats of both. */
const joined = (a: Coverage, b: Coverage): Coverage => ({
  ...a,
  finished: a.finished === null || b.finished === null ? null : a.finished,
  ended: Math.min(a.ended, b.ended),
  excluded: a.excluded || b.excluded,
  unfair: a.unfair || b.unfair,
  syncOnly: a.syncOnly || b.syncOnly,
  tooCoarse: a.tooCoarse || b.tooCoarse,
  sealing: a.sealing || b.sealing,
  canRace: a.canRace || b.canRace,
})

/** What a result covers, to be compared: nothing excluded is more than any bound, and a bug less. */
const strength = ({ outcome, exhaustive, search: { bounds } }: CheckResult): number =>
  outcome !== 'verified' ? -1 : exhaustive ? Infinity : Object.values(bounds).reduce((sum, limit) => sum + limit, 0)

const COUNTS = ['executions', 'repeated', 'blocked', 'cut', 'truncated', 'excluded', 'transitions', 'visited'] as const
const OPTIONAL = ['traces', 'localStates', 'states', 'merged'] as const

function sumOf(a: PassCounts, b: PassCounts): PassCounts {
  return {
    ...pickCounts(a),
    ...Object.fromEntries(COUNTS.map((name) => [name, a[name] + b[name]])),
    ...Object.fromEntries(
      OPTIONAL.map((name) => [name, a[name] === null || b[name] === null ? null : a[name] + b[name]]),
    ),
  }
}

const pickCounts = (counts: PassCounts): PassCounts =>
  Object.fromEntries([...COUNTS, ...OPTIONAL].map((name) => [name, counts[name]])) as unknown as PassCounts
