import { operationText, locate } from '../../../execution/description/describe.ts'
import type { Operation } from '../../../program/operations/operation.ts'
import { RunFailed } from '../../../real/protocol/thrown.ts'

/** A run that is watched has done what no verified trace has: a failure of that run. */
export class Unverified extends RunFailed {
  readonly kind = 'unverified'
  readonly at: string | null

  constructor(what: string, op: Operation | null) {
    super(`${op === null ? '' : `${operationText(op)} `}${what}`)
    this.name = 'Unverified'
    // Plain code is on the stack.
    this.at = op === null ? null : locate(op.site, op.origin ?? this)
  }
}
