/**
 * A small seeded generator of pseudo-random numbers: a counter whose bits are mixed, so that any seed is as good as
 * another.
 */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** 32 bits. */
  next(): number {
    this.state = (this.state + 0x9e3779b9) >>> 0
    let h = this.state
    h = Math.imul(h ^ (h >>> 16), 0x21f0aaad)
    h = Math.imul(h ^ (h >>> 15), 0x735a2d97)
    return (h ^ (h >>> 15)) >>> 0
  }

  /** An integer from 0 and below n. */
  below(n: number): number {
    return this.next() % n
  }

  chance(probability: number): boolean {
    return this.next() < probability * 2 ** 32
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  /** A key, each with the probability that its weight says. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    const entries = Object.entries(weights) as [K, number][]
    let at = this.below(entries.reduce((sum, [, weight]) => sum + weight, 0))
    for (const [key, weight] of entries) if ((at -= weight) < 0) return key
    throw new Error('no weight is above zero')
  }
}
