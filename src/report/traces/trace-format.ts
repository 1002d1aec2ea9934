import type { ReplayResult } from '../../results/check-result.ts'

/** The trace of one execution, for another tool. */
export interface TraceFormat {
  /** One line, for help. */
  readonly help: string
  /** More events than people want to see are of use. */
  readonly wantsAll: boolean
  readonly render: (result: ReplayResult, sourceAt: (at: string | null) => string | null) => string
}
