import type { Order, SampledRun } from './order.ts'
import { Pct } from './pct.ts'
import { PartialOrderSampling } from './pos.ts'
import { RandomWalk } from './random-walk.ts'
import { SelectivelyUniform } from './surw.ts'

export type SampledOrderName = 'random' | 'pct' | 'pos' | 'surw'

/** Which executions are drawn, and how. */
export interface Sampling {
  readonly order: SampledOrderName
  readonly seed: number
  /** The depth of the bugs that PCT looks for. */
  readonly pctDepth: number
}

/** All orders that draw executions at random. A new one is a file in this folder and an entry here. */
export const orders: Readonly<Record<SampledOrderName, (run: SampledRun, sampling: Sampling) => Order>> = {
  random: (run) => new RandomWalk(run),
  pct: (run, { pctDepth }) => new Pct(run, pctDepth),
  pos: (run) => new PartialOrderSampling(run),
  surw: (run) => new SelectivelyUniform(run),
}

export const sampledOrderNames = Object.keys(orders) as readonly SampledOrderName[]
