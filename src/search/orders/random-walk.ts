import { anyOf, type Order, type SampledRun } from './order.ts'

/** Each enabled thread goes next with the same probability. */
export class RandomWalk implements Order {
  readonly learns = false
  private readonly run: SampledRun

  constructor(run: SampledRun) {
    this.run = run
  }

  begin(): void {
    /* it remembers nothing */
  }
  pick(enabled: Int32Array): number {
    return anyOf(enabled, this.run.random)
  }
  executed(): void {
    /* as above */
  }
  ended(): void {
    /* as above */
  }
  depthBound(): null {
    return null
  }
}
