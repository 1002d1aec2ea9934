/** A small seeded generator of random numbers (xorshift32), so that a seed names a program. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = Math.imul(seed + 1, 0x9e3779b1) | 1
    for (let i = 0; i < 4; i++) this.next()
  }

  private next(): number {
    let x = this.state
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (this.state = x | 0) >>> 0
  }

  /** 0 … n-1. */
  below(n: number): number {
    return this.next() % n
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!
  }
}
