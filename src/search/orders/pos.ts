import { conflict } from '../../dependence/accesses.ts'
import { EventFlag } from '../../trace/event-log.ts'
import { drawMissing, highest, type Order, type SampledRun } from './order.ts'

/**
 * Partial order sampling [Yuan, Yang, Gu, CAV 2018, Alg. 2]: each pending event has a random priority and the highest
 * goes; those that are dependent with it draw again, so that how a race went says nothing about the next one.
 *
 * Differs: all draw again when a thread yields. It may wait for one whose priority is low, and would do so for long.
 */
export class PartialOrderSampling implements Order {
  readonly learns = false
  private readonly run: SampledRun
  /** Of the pending event of each thread, by slot; NaN where it is to be drawn. */
  private readonly priority: Float64Array

  constructor(run: SampledRun) {
    this.run = run
    this.priority = new Float64Array(run.threads)
  }

  begin(): void {
    this.priority.fill(NaN)
  }

  pick(enabled: Int32Array): number {
    drawMissing(enabled, this.priority, 0, this.run.random)
    return highest(enabled, this.priority)
  }

  executed(depth: number): void {
    const { priority } = this
    const { log, execution } = this.run
    const { threads } = execution
    if (log.has(depth, EventFlag.yields)) {
      priority.fill(NaN)
      return
    }
    const accesses = log.accesses[depth]!
    priority[log.thread[depth]!] = NaN
    // Also of those that are disabled: what disabled them depends on what they do.
    for (let t = 0; t < threads.length; t++)
      if (!Number.isNaN(priority[t]!) && conflict(threads[t]!.operation.accesses, accesses)) priority[t] = NaN
  }

  ended(): void {
    /* each execution draws its own */
  }
  depthBound(): null {
    return null
  }
}
