/** A check of one input after the other, whichever these are: budgets are for all of them, and results are one. */
import { defaultCapacities } from '../../base/capacities.ts'
import { HeddleError, usageError } from '../../base/errors.ts'
import { type Heartbeat, HeartbeatWord } from '../../execution/heartbeat.ts'
import { givenValues, inputText, type InputDomains, type InputValues } from '../../program/inputs/input-values.ts'
import type { Program } from '../../program/program.ts'
import type { CheckResult, Stop } from '../../results/check-result.ts'
import { type CheckOptions, DEFAULT_BUDGET_MS, planOf } from '../check-options.ts'
import { Checker } from '../checker.ts'
import type { CheckProgress, ProgramCheck } from '../program-check.ts'
import { type Described, MergedResults } from './merged-results.ts'

export abstract class RepeatedCheck implements ProgramCheck {
  protected readonly program: Program
  protected readonly options: CheckOptions
  protected readonly domains: InputDomains
  /** Inputs that have been given a value. */
  protected readonly fixed: InputValues
  protected readonly merged: MergedResults
  protected stopped: Stop | null = null
  /** How many inputs have been checked. */
  protected number = 0
  protected finished = false
  /** Null while it is not known which input is next. */
  private current: { readonly checker: Checker; readonly input: InputValues } | null = null
  private lastChecker: Checker | null = null
  private readonly heartbeat: Heartbeat
  private readonly before = { executions: 0, repeated: 0, transitions: 0, bugs: 0, seconds: 0 }
  private best: string | null = null
  /** Why nothing was checked so far, if so. */
  private vain: HeddleError | null = null

  constructor(program: Program, options: CheckOptions, heartbeat: Heartbeat) {
    this.program = program
    this.options = options
    this.heartbeat = heartbeat
    this.domains = program.inputs!
    this.fixed = givenValues(program.name, program.inputs, options.input ?? {})
    this.merged = new MergedResults(options.maxRows)
  }

  // --- What depends on where inputs come from ---

  /** Begins with the next input (`begin`), or ends the check (`finish`), or goes on when `waiting` has settled. */
  protected abstract goOn(): void
  /** What was found for the input at hand. */
  protected checked(_result: CheckResult, _input: InputValues): void {
    // only who wants to know more
  }
  /** Which input is checked now, for people. */
  protected abstract get which(): string
  protected abstract described(merged: MergedResults, stopped: Stop | null): Described
  /** What the check waits for, besides the search. */
  waiting(): Promise<void> | null {
    return null
  }

  protected refuseSampling(): void {
    if (planOf(this.options).sampling !== null)
      throw usageError(
        `order '${this.options.order}' draws executions of one input: give each input a value (--input ${Object.keys(this.domains)[0]}=…)`,
      )
  }

  protected begin(program: Program, input: InputValues): void {
    const { budgetMs = DEFAULT_BUDGET_MS, maxExecutions = Infinity } = this.options
    const checker = naming(input, () =>
      this.makeChecker(program, {
        ...this.options,
        budgetMs: Math.max(1, budgetMs - 1000 * this.spent),
        maxExecutions: Math.max(1, maxExecutions - this.before.executions),
      }),
    )
    this.current = { checker, input }
    this.lastChecker = checker
  }

  protected finish(): void {
    this.finished = true
    if (this.vain !== null) throw this.vain
  }

  // Made by a method, so that the validation can put a wrong one in its place.
  protected makeChecker(program: Program, options: CheckOptions): Checker {
    return new Checker(program, options, this.heartbeat, defaultCapacities)
  }

  run(ms: number): boolean {
    const start = performance.now()
    while (!this.finished && this.current !== null) {
      const left = ms - (performance.now() - start)
      if (left <= 0 || !this.current.checker.run(left)) return false
      this.advance()
    }
    return this.finished
  }

  /** The input at hand is checked: takes in what came of it, and goes on with the next one. */
  private advance(): void {
    const { checker, input } = this.current!
    this.current = null
    const why = checker.whyVain()
    this.vain = this.number === 0 || this.vain !== null ? why : null
    const result = checker.result()
    this.merged.add(result, checker.coverage(), input, checker.effort())
    const { executions, repeated, transitions, best } = checker.progress()
    this.best ??= best
    this.before.executions += executions
    this.before.repeated += repeated
    this.before.transitions += transitions
    this.before.bugs += result.bugs.length
    this.before.seconds += result.seconds
    this.number++
    this.checked(result, input)
    this.stopped = this.endedBy(result)
    if (this.stopped !== null) this.finish()
    else this.goOn()
  }

  /** What ends the check of all inputs, not only of this one. */
  private endedBy({ stopped, outcome }: CheckResult): Stop | null {
    if (outcome === 'bug' && this.options.allBugs !== true) return 'bug'
    if (stopped === 'budget' || stopped === 'max-executions' || stopped === 'interrupted') return stopped
    return this.overdrawn()
  }

  private get spent(): number {
    return this.before.seconds + this.secondsElsewhere
  }

  /** What was spent besides the searches. */
  protected get secondsElsewhere(): number {
    return 0
  }

  /** Whether there may be another input. */
  private overdrawn(): Stop | null {
    const { budgetMs = DEFAULT_BUDGET_MS, maxExecutions = Infinity } = this.options
    if (this.isLast()) return null
    if (1000 * this.spent >= budgetMs) return 'budget'
    if (this.before.executions >= maxExecutions) return 'max-executions'
    return this.heartbeat.words[HeartbeatWord.stop] !== 0 ? 'interrupted' : null
  }

  /** Whether nothing is left after the input at hand, as far as that is known. */
  protected isLast(): boolean {
    return false
  }

  progress(): CheckProgress {
    const now = this.lastChecker!.progress()
    if (this.current === null) return { ...now, ...this.before, best: this.best, pass: this.which, estimate: null }
    return {
      ...now,
      executions: now.executions + this.before.executions,
      repeated: now.repeated + this.before.repeated,
      transitions: now.transitions + this.before.transitions,
      bugs: now.bugs + this.before.bugs,
      best: this.best ?? now.best,
      seconds: now.seconds + this.before.seconds,
      pass: `${this.which}, ${now.pass}`,
    }
  }

  threadName(slot: number): string | null {
    return this.lastChecker!.threadName(slot)
  }

  snapshot(): CheckResult {
    if (this.current === null) return this.merged.result(this.stopped, this.described(this.merged, this.stopped))
    const merged = this.merged.copy()
    const { checker, input } = this.current
    merged.add(checker.snapshot(), checker.coverage(), input, checker.effort())
    return merged.result(null, this.described(merged, null))
  }

  result(): CheckResult {
    return this.snapshot()
  }
}

/** What a program cannot do, it may be unable to do for this input only. */
function naming<T>(input: InputValues, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof HeddleError) || error.kind !== 'program') throw error
    const named = new HeddleError(error.kind, `${error.message} (for ${inputText(input)})`, error.at)
    throw Object.assign(named, { demands: error.demands })
  }
}
