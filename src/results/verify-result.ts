import type { InputValues } from '../program/inputs/input-values.ts'
import type { Bug, FixedRow } from './check-result.ts'

/** What `heddle verify` results in: plain data, the object that `--json` prints. */
export interface VerifyResult {
  readonly schema: 1
  readonly program: string
  readonly set: string
  /** Admissible traces in the set, and how many of them this command added. */
  readonly traces: number
  readonly added: number
  /** Executions that ended in a bug; none of them is admissible. */
  readonly erroneous: number
  /** The search has come to its end. */
  readonly complete: boolean
  readonly stopped: 'traces' | 'budget' | 'interrupted' | 'overhead' | 'solver' | 'no-solver' | 'regions' | null
  /** Every execution that the program has is admissible: it may run without gates. */
  readonly whole: boolean
  readonly finishedSubtrees: number
  readonly search: {
    readonly reduction: string
    readonly bounds: Readonly<Record<string, number>>
    readonly maxDepth: number
  }
  readonly executions: number
  readonly transitions: number
  readonly excluded: number
  readonly cut: number
  /** Random numbers and times of which one value was verified, which is given under the set as well. */
  readonly fixed: readonly FixedRow[]
  readonly bugs: readonly Bug[]
  readonly bytes: number
  /** Why a search that was to be resumed began anew; the traces of the set are kept. */
  readonly startedOver: string | null
  readonly seconds: number
  /** Where inputs that behave alike were verified at once. */
  readonly inputs?: {
    /** Which inputs, in words. */
    readonly of: string
    readonly regions: readonly VerifiedRegion[]
    /** Whether every input is in a region; null when the solver could not tell. */
    readonly coversAll: boolean | null
    readonly solver: { readonly queries: number; readonly seconds: number }
  }
  /** Percent that the program runs longer under the set than plainly, where that was measured. */
  readonly overhead?: number
}

/** Inputs for which all of the conditions hold have the same traces. */
export interface VerifiedRegion {
  readonly conditions: readonly string[]
  /** The one that was explored. */
  readonly input: InputValues
  readonly traces: number
  readonly erroneous: number
  readonly complete: boolean
  readonly whole: boolean
}
