import { EventFlag } from '../../trace/event-log.ts'
import { type DepthBound, drawMissing, highest, type Order, type SampledRun } from './order.ts'

/** The least probability with which one execution finds a bug of depth d [Burckhardt et al., ASPLOS 2010, Thm. 8]. */
export const pctBound = (threads: number, events: number, depth: number): number =>
  1 / (threads * events ** (depth - 1))

/**
 * Probabilistic concurrency testing [Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010, Alg. 1]: the enabled
 * thread with the highest priority goes. Threads begin with random priorities from d up; after event k_i, for d - 1
 * numbers k_i drawn from 1 to k, its thread gets priority i, which is below all of these.
 *
 * Differs: k is the most events of an execution so far, and a thread that is spawned draws its priority then. Threads
 * that yield fall below all others, or loops that wait would not end; then, and where values are chosen or code is
 * sealed or executions cut, the paper's bound does not hold and none is stated.
 */
export class Pct implements Order {
  readonly learns = true
  private readonly run: SampledRun
  /** d */
  private readonly depth: number
  /** By slot; NaN for a thread that has none yet. */
  private readonly priority: Float64Array
  private readonly changeAfter: Int32Array
  /** What a thread that yields gets. */
  private lowest = 0
  /** n */
  private threads = 1
  /** k */
  private events = 1
  /** Executions with the change points among as many events as there are. */
  private executions = 0
  private holds = true

  constructor(run: SampledRun, depth: number) {
    this.run = run
    this.depth = depth
    this.priority = new Float64Array(run.threads)
    this.changeAfter = new Int32Array(depth - 1)
  }

  begin(): void {
    this.priority.fill(NaN)
    this.lowest = 0
    for (let i = 0; i < this.changeAfter.length; i++) this.changeAfter[i] = 1 + this.run.random.below(this.events)
  }

  pick(enabled: Int32Array): number {
    drawMissing(enabled, this.priority, this.depth, this.run.random)
    return highest(enabled, this.priority)
  }

  executed(depth: number): void {
    const { priority, changeAfter } = this
    const { log } = this.run
    const thread = log.thread[depth]!
    for (let i = 0; i < changeAfter.length; i++) if (changeAfter[i] === depth + 1) priority[thread] = i + 1
    if (log.has(depth, EventFlag.yields)) priority[thread] = --this.lowest
    if (log.has(depth, EventFlag.yields | EventFlag.chooses | EventFlag.sealed)) this.holds = false
  }

  ended(events: number, cut: boolean): void {
    if (cut) this.holds = false
    const threads = this.run.execution.order.length
    if (threads > this.threads || events > this.events) {
      this.threads = Math.max(this.threads, threads)
      this.events = Math.max(this.events, events)
      this.executions = 0
    } else this.executions++
  }

  depthBound(): DepthBound | null {
    if (!this.holds || this.executions === 0) return null
    const { depth, threads, events, executions } = this
    const found = pctBound(threads, events, depth)
    // (1 - p)^N, also where p is so small that 1 - p is 1.
    return { depth, threads, events, executions, found, missed: Math.exp(executions * Math.log1p(-found)) }
  }
}
