/** Small deterministic random numbers, so that a failing property names the seed that repeats it. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** An integer from 0 up to, but not including, n. */
  below(n: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000) * n)
  }

  chance(oneIn: number): boolean {
    return this.below(oneIn) === 0
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!
  }

  word(): number {
    return this.below(0x1_0000_0000) | 0
  }
}
