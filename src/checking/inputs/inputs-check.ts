/** Checks a program with inputs: for each of them, one after the other. */
import { defaultCapacities } from '../../base/capacities.ts'
import { type HeddleError, usageError } from '../../base/errors.ts'
import { type Heartbeat, HeartbeatWord, newHeartbeat } from '../../execution/heartbeat.ts'
import { withInput } from '../../program/inputs/bind-input.ts'
import {
  countInputs,
  domainWords,
  givenValues,
  inputAt,
  inputText,
  type InputDomains,
  type InputValues,
} from '../../program/inputs/input-values.ts'
import type { Program } from '../../program/program.ts'
import type { CheckResult, Stop } from '../../results/check-result.ts'
import { type CheckOptions, DEFAULT_BUDGET_MS, inputModes, planOf } from '../check-options.ts'
import { Checker } from '../checker.ts'
import type { CheckProgress, ProgramCheck } from '../program-check.ts'
import { MergedResults } from './merged-results.ts'
import { MOST_INPUTS } from './most-inputs.ts'

/** The check that a program and its options ask for. */
export function checkOf(program: Program, options: CheckOptions, heartbeat?: Heartbeat): ProgramCheck {
  const { inputs, input } = options
  if (inputs !== undefined && !inputModes.includes(inputs))
    throw usageError(`unknown way to check inputs '${inputs}'; there are ${inputModes.join(', ')}`)
  if (program.inputs !== null) return new InputsCheck(program, options, heartbeat)
  if (inputs !== undefined)
    throw usageError(`program '${program.name}' has no inputs, so there are not ${inputs} to check`)
  givenValues(program.name, null, input ?? {})
  return new Checker(program, options, heartbeat)
}

export class InputsCheck implements ProgramCheck {
  private readonly program: Program
  private readonly options: CheckOptions
  private readonly heartbeat: Heartbeat
  private readonly domains: InputDomains
  private readonly fixed: InputValues
  private readonly total: number
  private readonly merged: MergedResults
  private number = 0
  private input!: InputValues
  private current!: Checker
  private finished = false
  private stopped: Stop | null = null
  private before = { executions: 0, repeated: 0, transitions: 0, bugs: 0, seconds: 0 }
  /** Why nothing was checked so far, if so. */
  private vain: HeddleError | null = null

  constructor(program: Program, options: CheckOptions, heartbeat = newHeartbeat()) {
    this.program = program
    this.options = options
    this.heartbeat = heartbeat
    this.domains = program.inputs!
    this.fixed = givenValues(program.name, program.inputs, options.input ?? {})
    this.total = countInputs(this.domains, this.fixed)
    this.merged = new MergedResults(this.domains, this.fixed, this.total, options.maxRows)
    if (this.total > MOST_INPUTS)
      throw usageError(
        `program '${program.name}' has ${this.total.toLocaleString('en-US')} inputs (${domainWords(this.domains, this.fixed)}), and at most ` +
          `${MOST_INPUTS.toLocaleString('en-US')} are gone through: give some of them a value (--input ${Object.keys(this.domains)[0]}=…), or make their domains smaller`,
      )
    if (this.total > 1 && planOf(options).sampling !== null)
      throw usageError(
        `order '${options.order}' draws executions of one input: give each input a value (--input ${Object.keys(this.domains)[0]}=…)`,
      )
    this.begin()
  }

  private begin(): void {
    const { budgetMs = DEFAULT_BUDGET_MS, maxExecutions = Infinity } = this.options
    this.input = inputAt(this.domains, this.fixed, this.number)
    this.current = this.makeChecker(withInput(this.program, this.input), {
      ...this.options,
      budgetMs: Math.max(1, budgetMs - 1000 * this.before.seconds),
      maxExecutions: Math.max(1, maxExecutions - this.before.executions),
    })
  }

  // Made by a method, so that the validation can put a wrong one in its place.
  protected makeChecker(program: Program, options: CheckOptions): Checker {
    return new Checker(program, options, this.heartbeat, defaultCapacities)
  }

  run(ms: number): boolean {
    const start = performance.now()
    while (!this.finished) {
      const left = ms - (performance.now() - start)
      if (left <= 0) return false
      if (!this.current.run(left)) return false
      this.advance()
    }
    return true
  }

  /** The input at hand is checked: takes in what came of it, and goes on with the next one. */
  private advance(): void {
    const why = this.current.whyVain()
    this.vain = this.number === 0 || this.vain !== null ? why : null
    const result = this.current.result()
    this.merged.add(result, this.current.coverage(), this.input, this.current.effort())
    const { executions, repeated, transitions } = this.current.progress()
    this.before.executions += executions
    this.before.repeated += repeated
    this.before.transitions += transitions
    this.before.bugs += result.bugs.length
    this.before.seconds += result.seconds
    this.number++
    this.stopped = this.endedBy(result)
    this.finished = this.stopped !== null || this.number === this.total
    if (!this.finished) this.begin()
    else if (this.vain !== null) throw this.vain
  }

  /** What ends the check of all inputs, not only of this one. */
  private endedBy({ stopped, outcome }: CheckResult): Stop | null {
    if (outcome === 'bug' && this.options.allBugs !== true) return 'bug'
    if (stopped === 'budget' || stopped === 'max-executions' || stopped === 'interrupted') return stopped
    if (this.number === this.total) return stopped
    const { budgetMs = DEFAULT_BUDGET_MS, maxExecutions = Infinity } = this.options
    if (1000 * this.before.seconds >= budgetMs) return 'budget'
    if (this.before.executions >= maxExecutions) return 'max-executions'
    return this.heartbeat.words[HeartbeatWord.stop] !== 0 ? 'interrupted' : null
  }

  progress(): CheckProgress {
    const now = this.current.progress()
    if (this.finished) return { ...now, ...this.before, estimate: null }
    const which = this.total === 1 ? inputText(this.input) : `input ${this.number + 1} of ${this.total}`
    return {
      ...now,
      executions: now.executions + this.before.executions,
      repeated: now.repeated + this.before.repeated,
      transitions: now.transitions + this.before.transitions,
      bugs: now.bugs + this.before.bugs,
      seconds: now.seconds + this.before.seconds,
      pass: `${which}, ${now.pass}`,
    }
  }

  threadName(slot: number): string {
    return this.current.threadName(slot)
  }

  snapshot(): CheckResult {
    if (this.finished) return this.merged.result(this.stopped)
    const merged = this.merged.copy()
    merged.add(this.current.snapshot(), this.current.coverage(), this.input, this.current.effort())
    return merged.result(null)
  }

  result(): CheckResult {
    return this.snapshot()
  }
}
