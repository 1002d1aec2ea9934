import type { Program } from '../program/program.ts'
import { check, type CheckApiOptions, type CheckApiResult } from './check.ts'

/** A check did not end with `verified`. The message is the report that `heddle check` prints. */
export class NotVerifiedError extends Error {
  override readonly name = 'NotVerifiedError'
  readonly result: CheckApiResult

  constructor(result: CheckApiResult) {
    super(result.report)
    this.result = result
  }
}

/** For tests: resolves when the program is verified as far as asked, and throws the report when it is not. */
export async function assertVerified(
  programOrFile: Program | string | URL,
  options: CheckApiOptions = {},
): Promise<CheckApiResult> {
  const result = await check(programOrFile, options)
  if (result.outcome !== 'verified') throw new NotVerifiedError(result)
  return result
}
