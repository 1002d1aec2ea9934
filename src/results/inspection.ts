import type { InputValues } from '../program/inputs/input-values.ts'
import type { Bug } from './check-result.ts'
import type { VerifiedRegion } from './verify-result.ts'
import type { SetCost } from './set-cost.ts'

/**
 * Two operations of different threads that depend on each other and that happen in one order only in all admissible
 * traces.
 */
export interface OrderedPair {
  readonly first: PlacedOperation
  readonly second: PlacedOperation
}

export interface PlacedOperation {
  readonly thread: string
  readonly operation: string
  readonly at: string | null
}

/** What a set holds: plain data, the object that `heddle inspect --json` prints. */
export interface Inspection {
  readonly schema: 1
  readonly set: string
  readonly program: string
  /** What it was verified for; null for a program without inputs, and where it is about regions of them. */
  readonly input: InputValues | null
  /** Where inputs that behave alike were verified at once. */
  readonly inputs?: {
    readonly regions: readonly VerifiedRegion[]
    /** In words, of which inputs each is in one of the regions; null while there may be others. */
    readonly covered: string | null
  }
  readonly format: number
  readonly heddle: string
  readonly files: readonly string[]
  readonly search: {
    readonly reduction: string
    readonly bounds: Readonly<Record<string, number>>
  }
  readonly bytes: number
  readonly traces: number
  readonly events: number
  /** Admissible traces of all that the search found; null while it has not ended. */
  readonly share: { readonly admissible: number; readonly erroneous: number } | null
  readonly complete: boolean
  readonly exhaustive: boolean
  readonly whole: boolean
  readonly finished: readonly { readonly events: readonly string[]; readonly traces: number }[]
  readonly ordered: readonly OrderedPair[]
  /** Dependent pairs that happen in both orders. */
  readonly free: number
  readonly bugs: readonly Bug[]
  readonly erroneous: number
  /** What it costs to stay within the set, where that was measured. */
  readonly cost?: SetCost
}
