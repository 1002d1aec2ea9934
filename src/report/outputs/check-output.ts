import type { InputValues } from '../../program/inputs/input-values.ts'
import type { CheckResult } from '../../results/check-result.ts'

/** A program of a check command, and what came of it. */
export interface CheckedProgram {
  /** As the command line names it: `bank.ts`, `bank.ts#transfer`. */
  readonly file: string
  /** Null when it was not run, or cannot be checked. */
  readonly result: CheckResult | null
  /** Why it cannot be checked. */
  readonly error: { readonly kind: string; readonly message: string; readonly at: string | null } | null
  /** The command that replays a schedule of it. */
  readonly replayCommand: (schedule: string, input?: InputValues) => string
  readonly allBugs: boolean
}

export interface OutputView {
  /** A file relative to the working directory, relative to where the reader of the output begins. */
  readonly fromRoot: (file: string) => string
  readonly version: string
}

/** What a check command tells another tool, about all its programs at once. */
export interface CheckOutput {
  /** One line, for help. */
  readonly help: string
  readonly render: (programs: readonly CheckedProgram[], view: OutputView) => string
}
