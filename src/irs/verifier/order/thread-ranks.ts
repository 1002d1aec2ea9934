import type { RankData } from '../../order-data.ts'
import type { OnEvent } from './timed-machine.ts'

/** Which of several threads is likely to be first in an ordinary run. */
export class ThreadRanks {
  private readonly times: Map<number, readonly number[]>

  constructor(data: RankData) {
    this.times = new Map(data)
  }

  /**
   * When the k-th operation of the thread (from 0) happens. One that was never seen comes after all that were, fewest
   * first.
   */
  of(handle: number, k: number): number {
    return this.times.get(handle)?.[k] ?? UNSEEN + k
  }
}
const UNSEEN = 1e12

/** Collects what ranks are made of. */
export class RankCollector {
  private readonly sums = new Map<number, { sum: number; runs: number }[]>()

  readonly note: OnEvent = (handle, k, time) => {
    const list = this.sums.get(handle) ?? []
    this.sums.set(handle, list)
    const { sum, runs } = list[k] ?? { sum: 0, runs: 0 }
    list[k] = { sum: sum + time, runs: runs + 1 }
  }

  data(): RankData {
    return [...this.sums].map(([handle, list]) => [handle, list.map(({ sum, runs }) => Math.round(sum / runs))])
  }
}
