import type { Operation } from '../operations/operation.ts'
import type { TypedArray } from './shared-tag.ts'

/** What was in some cells, to be put back. */
export type SavedShadows = readonly unknown[]

/**
 * Values in memory that were computed from symbolic inputs. Memory itself holds what they are for the input that is
 * explored; whoever looks at it otherwise than through `perform` pins them first.
 */
export interface Shadows {
  /** Executes an operation, in place of its spec. */
  perform(op: Operation): unknown
  /** From here on, what is in these cells is known for inputs of this value only. */
  pin(cell: number, bytes: number): void
  /** All that there is. */
  pinAll(): void
  /** Whether a compare-and-swap would fail now, which is a condition. */
  compareFails(op: Operation): boolean

  /** Initial contents of memory, with symbolic values in it; null where there are none. */
  contents(given: unknown): readonly unknown[] | null
  /** What such contents are for the input that is explored. */
  plainly(contents: readonly unknown[]): readonly unknown[]
  /** Memory from this cell on begins with them. */
  begin(base: number, view: TypedArray, contents: readonly unknown[]): void
  /** An execution begins. */
  reset(): void

  save(cell: number, bytes: number): SavedShadows
  restore(cell: number, bytes: number, saved: SavedShadows): void
  /** A number for what is in the cell: 0 for a plain value. */
  identity(cell: number): number
  /** All of it as a text, to compare two moments of an execution. */
  image(): string
}
