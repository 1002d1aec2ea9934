/** Checks a program with inputs: for each of them, one after the other. */
import { usageError } from '../../base/errors.ts'
import { type Heartbeat, newHeartbeat } from '../../execution/heartbeat.ts'
import { demands } from '../../frontends/plain/demands.ts'
import { withInput } from '../../program/inputs/bind-input.ts'
import { countInputs, domainWords, givenValues, inputAt, inputText } from '../../program/inputs/input-values.ts'
import type { Program } from '../../program/program.ts'
import type { InputsResult, Stop } from '../../results/check-result.ts'
import { type CheckOptions, inputModes } from '../check-options.ts'
import { Checker } from '../checker.ts'
import type { ProgramCheck } from '../program-check.ts'
import { claimsText } from './claims.ts'
import type { Described, MergedResults } from './merged-results.ts'
import { MOST_INPUTS } from './most-inputs.ts'
import { RepeatedCheck } from './repeated-check.ts'
import { SymbolicCheck } from './symbolic-check.ts'

/** The check that a program and its options ask for. */
export function checkOf(program: Program, options: CheckOptions, heartbeat = newHeartbeat()): ProgramCheck {
  const { inputs, input } = options
  if (inputs !== undefined && !inputModes.includes(inputs))
    throw usageError(`unknown way to check inputs '${inputs}'; there are ${inputModes.join(', ')}`)
  if (program.inputs === null) {
    if (inputs !== undefined)
      throw usageError(`program '${program.name}' has no inputs, so there are none to check (--inputs ${inputs})`)
    givenValues(program.name, null, input ?? {})
    return new Checker(program, options, heartbeat)
  }
  if (inputs !== 'symbolic') return new InputsCheck(program, options, heartbeat)
  if (demands.symbolic) return new SymbolicCheck(program, options, heartbeat)
  throw usageError('symbolic inputs need the file of the program, since its code has to be changed: check the file')
}

export class InputsCheck extends RepeatedCheck {
  private readonly total: number

  constructor(program: Program, options: CheckOptions, heartbeat: Heartbeat = newHeartbeat()) {
    super(program, options, heartbeat)
    this.total = countInputs(this.domains, this.fixed)
    if (this.total > MOST_INPUTS)
      throw usageError(
        `program '${program.name}' has ${this.total.toLocaleString('en-US')} inputs (${domainWords(this.domains, this.fixed)}), and at most ` +
          `${MOST_INPUTS.toLocaleString('en-US')} are gone through: --inputs symbolic checks those that behave alike at once; or give some of them a value (--input ${Object.keys(this.domains)[0]}=…)`,
      )
    if (this.total > 1) this.refuseSampling()
    this.goOn()
  }

  protected goOn(): void {
    if (this.number === this.total) return this.finish()
    const input = inputAt(this.domains, this.fixed, this.number)
    this.begin(withInput(this.program, input), input)
  }

  protected override isLast(): boolean {
    return this.number === this.total
  }

  protected get which(): string {
    const at = Math.min(this.number, this.total - 1)
    return this.total === 1 ? inputText(inputAt(this.domains, this.fixed, at)) : `input ${at + 1} of ${this.total}`
  }

  protected described(merged: MergedResults, stopped: Stop | null): Described {
    const { count, verified, failing } = merged.results
    const { total } = this
    const inputs: InputsResult = {
      mode: 'all',
      of: domainWords(this.domains, this.fixed),
      total,
      verified,
      failing,
      guarantees: merged.claims(),
      regions: null,
      pinnedAt: null,
      solver: null,
    }
    const words = claimsText(inputs, (claim) =>
      total === 1
        ? inputs.of
        : claim.inputs === total
          ? `every ${inputs.of}`
          : claim.inputs === 1
            ? inputText(claim.first)
            : `${claim.inputs} of the ${total} inputs (${inputs.of}; the first is ${inputText(claim.first)})`,
    )
    const left = total - count
    const unchecked =
      left === 0
        ? ''
        : ` Of the ${total} inputs with ${inputs.of}, ${left} ${left === 1 ? 'was' : 'were'} not checked${stopped === 'bug' ? ', since the search stopped at the first bug' : ''}.`
    return { inputs, words: words + unchecked, isComplete: verified === total, isOne: total === 1 }
  }
}
