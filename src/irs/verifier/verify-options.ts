import type { GivenInput } from '../../program/inputs/input-values.ts'

export interface VerifyOptions {
  readonly out: string
  readonly reduction?: string
  readonly bounds?: Readonly<Record<string, number>>
  readonly maxDepth?: number
  /** Stop once the set holds so many traces. */
  readonly traces?: number
  readonly budgetMs?: number
  readonly resume?: boolean
  /** Values of the program's inputs. */
  readonly input?: GivenInput
  /** Inputs without a value: those that behave alike are verified at once. Otherwise a set is about one input. */
  readonly inputs?: 'symbolic'
  /** Inputs of real runs: regions that hold some of them come first, those with the most frequent one before others. */
  readonly inputLog?: readonly GivenInput[]
}
